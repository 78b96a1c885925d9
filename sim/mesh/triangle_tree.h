#pragma once

#include <glm/glm.hpp>
#include <utility>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Triangles in a tree of boxes, for questions of what is near. Keeps its own copy of them.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  /// The distance to the nearest triangle, negative inside a closed surface that faces outward
  /// (Baerentzen, Aanaes, "Signed Distance Computation Using the Angle Weighted Pseudonormal",
  /// 2005). Safe from several threads.
  float signed_distance_m(const glm::vec3& x) const;

  /// Pairs of triangles that cross or touch where they share no corner, each pair once with the
  /// lower index first, sorted.
  std::vector<std::pair<int, int>> crossings() const;
};

}  // namespace limber
