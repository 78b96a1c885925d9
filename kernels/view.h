#pragma once

#include <cassert>
#include <type_traits>

#include "kernels/hd.h"

namespace limber {

/// A buffer as kernels see it: `size` elements at `data`, in memory where the kernel runs.
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
    return data[i];
  }
  LIMBER_HD bool empty() const { return size == 0; }
  LIMBER_HD View part(int first, int count) const {
    assert(first >= 0 && count >= 0 && count <= size - first);
    return {data + first, count};
  }
};

}  // namespace limber
