#pragma once

#include <glm/glm.hpp>

namespace limber {

/// Position and orientation of a frame.
struct alignas(16) Pose {
  glm::vec3 position_m{0.0f};
  float unused = 0.0f;
  glm::vec4 quaternion{0.0f, 0.0f, 0.0f, 1.0f};  ///< (x, y, z, w), unit length
};

}  // namespace limber
