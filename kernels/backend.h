#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace limber {

/// The backend that runs the kernels: one core, all cores, or the GPU. One source serves all three.
enum class Backend { serial, tbb, cuda };

inline constexpr std::array all_backends{Backend::serial, Backend::tbb, Backend::cuda};

constexpr std::string_view name_of(Backend backend) {
  constexpr std::array<std::string_view, 3> names{"serial", "tbb", "cuda"};
  return names[static_cast<int>(backend)];
}

constexpr std::optional<Backend> backend_named(std::string_view name) {
  for (Backend backend : all_backends)
    if (name_of(backend) == name) return backend;
  return std::nullopt;
}

}  // namespace limber
