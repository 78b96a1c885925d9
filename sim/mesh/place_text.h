#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <glm/glm.hpp>
#include <string>

namespace limber {

/// Formats a position for messages.
inline std::string place_text(const glm::vec3& x_m) {
  return fmt::format("({:.5g}, {:.5g}, {:.5g})", x_m.x, x_m.y, x_m.z);
}

/// "1 edge", "12 edges".
inline std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace limber
