#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Triangles wound counter-clockwise seen from the front.
struct TriangleMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::uvec3> triangles;
};

}  // namespace limber
