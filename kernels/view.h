#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

#include "kernels/hd.h"

namespace limber {

/// A buffer as kernels see it: `size` elements at `data`, in memory where the kernel runs. On a GPU
/// elements must be aligned as in a buffer: those with a size that is a multiple of 16 at 16 bytes.
template <class T>
struct View {
  T* data = nullptr;
  int size = 0;

  View() = default;
  LIMBER_HD View(T* first, int count) : data(first), size(count) {}
  template <class U>
  requires(std::is_same_v<const U, T>) LIMBER_HD View(const View<U>& writable)
      : data(writable.data), size(writable.size) {}

  LIMBER_HD T& operator[](int i) const {
    assert(i >= 0 && i < size);
#ifdef __CUDA_ARCH__
    // Buffers begin at multiples of 256 bytes there, so that a glm::vec4, for example, is better
    // aligned than its type tells. Else it would be read and written in four parts, and an H200
    // writes parts of its sectors of 32 bytes several times more slowly than whole ones.
    constexpr std::size_t power_of_two = sizeof(T) & (~sizeof(T) + 1);
    constexpr std::size_t alignment = power_of_two < 16 ? power_of_two : 16;
    return *static_cast<T*>(__builtin_assume_aligned(data + i, alignment));
#else
    return data[i];
#endif
  }
  LIMBER_HD bool empty() const { return size == 0; }
  LIMBER_HD View part(int first, int count) const {
    assert(first >= 0 && count >= 0 && count <= size - first);
    return {data + first, count};
  }
};

}  // namespace limber
