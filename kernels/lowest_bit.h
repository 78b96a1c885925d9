#pragma once

#include <bit>

#include "kernels/hd.h"

namespace limber {

/// The index of the lowest set bit; `bits` must not be 0.
LIMBER_HD inline int lowest_bit(unsigned long long bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}
LIMBER_HD inline int lowest_bit(unsigned bits) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

/// The number of set bits.
LIMBER_HD inline int bits_set(unsigned long long bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return std::popcount(bits);
#endif
}

}  // namespace limber
