#pragma once

#include <atomic>

#include "kernels/hd.h"

namespace limber {

/// Adds to a number that many threads may add to at the same time; returns what it was.
LIMBER_HD inline int atomic_add(int& value, int summand) {
#ifdef __CUDA_ARCH__
  return atomicAdd(&value, summand);
#else
  return std::atomic_ref<int>(value).fetch_add(summand, std::memory_order_relaxed);
#endif
}

}  // namespace limber
