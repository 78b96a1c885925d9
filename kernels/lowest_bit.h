#pragma once

#include <bit>

#include "kernels/hd.h"

namespace limber {

/// The number of the lowest bit that is set; one must be.
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

/// How many bits are set.
LIMBER_HD inline int bits_set(unsigned long long bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return std::popcount(bits);
#endif
}

}  // namespace limber
