#pragma once

#include <vector>

#include "kernels/view.h"

namespace limber {

/// What a kernel on the CPU sees of a vector.
template <class T>
View<const T> view_of(const std::vector<T>& items) {
  return {items.data(), static_cast<int>(items.size())};
}

/// The same, of one that it may write to.
template <class T>
View<T> written(std::vector<T>& items) {
  return {items.data(), static_cast<int>(items.size())};
}

}  // namespace limber
