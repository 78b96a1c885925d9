#pragma once

// Atomic operations whose result does not depend on the order of the threads.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "kernels/hd.h"

namespace limber {

/// Whether no other thread runs this thread's kernel.
inline constinit thread_local bool kernel_runs_alone = false;

/// While it exists, this thread's operations are plain ones if its kernel runs alone: atomic ones
/// take about twice as long on a CPU.
class PlainAtomics {
 public:
  explicit PlainAtomics(bool runs_alone) { kernel_runs_alone = runs_alone; }
  ~PlainAtomics() { kernel_runs_alone = false; }
  PlainAtomics(const PlainAtomics&) = delete;
  PlainAtomics& operator=(const PlainAtomics&) = delete;
};

/// Adds; returns the old value.
LIMBER_HD inline int atomic_add(int& value, int summand) {
#ifdef __CUDA_ARCH__
  return atomicAdd(&value, summand);
#else
  if (kernel_runs_alone) return std::exchange(value, value + summand);
  return std::atomic_ref<int>(value).fetch_add(summand, std::memory_order_relaxed);
#endif
}

/// Adds to a fixed-point sum: unlike a sum of floats, it does not depend on order.
LIMBER_HD inline void atomic_add(long long& value, long long summand) {
#ifdef __CUDA_ARCH__
  atomicAdd(reinterpret_cast<unsigned long long*>(&value),
            static_cast<unsigned long long>(summand));
#else
  if (kernel_runs_alone) {
    value += summand;
    return;
  }
  std::atomic_ref<long long>(value).fetch_add(summand, std::memory_order_relaxed);
#endif
}

/// Lowers a value to `other` where that is less.
LIMBER_HD inline void atomic_min(int& value, int other) {
#ifdef __CUDA_ARCH__
  atomicMin(&value, other);
#else
  if (kernel_runs_alone) {
    value = std::min(value, other);
    return;
  }
  std::atomic_ref<int> shared(value);
  for (int seen = shared.load(std::memory_order_relaxed);
       seen > other && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed);) {
  }
#endif
}

/// Raises a value to `other` where that is greater.
LIMBER_HD inline void atomic_max(int& value, int other) {
#ifdef __CUDA_ARCH__
  atomicMax(&value, other);
#else
  if (kernel_runs_alone) {
    value = std::max(value, other);
    return;
  }
  std::atomic_ref<int> shared(value);
  for (int seen = shared.load(std::memory_order_relaxed);
       seen < other && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed);) {
  }
#endif
}

/// Sets bits.
LIMBER_HD inline void atomic_or(int& value, int bits) {
#ifdef __CUDA_ARCH__
  atomicOr(&value, bits);
#else
  if (kernel_runs_alone) {
    value |= bits;
    return;
  }
  std::atomic_ref<int>(value).fetch_or(bits, std::memory_order_relaxed);
#endif
}

/// Reads a value that other threads may be changing.
LIMBER_HD inline unsigned long long atomic_read(const unsigned long long& value) {
#ifdef __CUDA_ARCH__
  return *static_cast<const volatile unsigned long long*>(&value);
#else
  return std::atomic_ref<unsigned long long>(const_cast<unsigned long long&>(value))
      .load(std::memory_order_relaxed);
#endif
}

/// Replaces `expected` by `other`; returns false, and changes nothing, if the value is another.
LIMBER_HD inline bool atomic_replace(unsigned long long& value, unsigned long long expected,
                                     unsigned long long other) {
#ifdef __CUDA_ARCH__
  return atomicCAS(&value, expected, other) == expected;
#else
  return std::atomic_ref<unsigned long long>(value).compare_exchange_strong(
      expected, other, std::memory_order_relaxed);
#endif
}

/// The bits of a float, and back. Bits of non-negative floats sort as the floats do.
LIMBER_HD inline int bits_of(float value) {
  int bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
LIMBER_HD inline float float_of(int bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace limber
