#pragma once

// Reads a few elements of a buffer without copying all of it.

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/hd.h"
#include "kernels/launch.h"
#include "kernels/view.h"

namespace limber {

/// Copies word i of the wanted elements, which become contiguous.
struct GatherWords {
  View<const std::uint32_t> from;
  View<const int> which;
  int words;  ///< of an element
  View<std::uint32_t> to;

  LIMBER_HD void operator()(int i) const { to[i] = from[which[i / words] * words + i % words]; }
};

/// The elements of a buffer that `which` names, in its order. Waits for the backend.
template <class T>
std::vector<T> gathered(const Exec& exec, const Buffer<T>& buffer, const std::vector<int>& which) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
  std::vector<T> elements(which.size());
  if (exec.memory() == Memory::host) {
    for (std::size_t i = 0; i < which.size(); ++i) elements[i] = buffer.view()[which[i]];
    return elements;
  }
  constexpr int words = sizeof(T) / sizeof(std::uint32_t);
  const Buffer<int> indices(exec, which);
  Buffer<T> there(exec, static_cast<int>(which.size()));
  const auto as_words = [](auto* data, int size) { return View(data, size * words); };
  launch(exec, "gather", there.size() * words,
         GatherWords{
             as_words(reinterpret_cast<const std::uint32_t*>(buffer.view().data), buffer.size()),
             indices.view(), words,
             as_words(reinterpret_cast<std::uint32_t*>(there.view().data), there.size())});
  return there.download(exec);
}

}  // namespace limber
