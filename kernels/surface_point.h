#pragma once

#include <glm/glm.hpp>

namespace limber {

/// Distance to a surface, negative inside, and the direction away from it.
struct SurfacePoint {
  float distance_m;
  glm::vec3 normal;
};

}  // namespace limber
