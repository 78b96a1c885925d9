#pragma once

#include <atomic>

#include "kernels/hd.h"

namespace limber {

/// Sets a flag that many threads may set at the same time.
LIMBER_HD inline void raise_flag(int& flag) {
#ifdef __CUDA_ARCH__
  flag = 1;
#else
  std::atomic_ref<int>(flag).store(1, std::memory_order_relaxed);
#endif
}

}  // namespace limber
