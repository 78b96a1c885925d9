#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// A surface as physics takes it: vertices are one where they share an index.
struct TriangleMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::uvec3> triangles;  ///< counter-clockwise from outside
};

}  // namespace limber
