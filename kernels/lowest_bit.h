#pragma once

#include <bit>

#include "kernels/hd.h"

namespace limber {

/// The number of the lowest bit that is set; one must be.
LIMBER_HD inline int lowest_bit(unsigned bits) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

}  // namespace limber
