#pragma once

#include <glm/glm.hpp>
#include <utility>
#include <vector>

#include "sim/mesh/box_tree.h"
#include "sim/mesh/pseudonormals.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Triangles in a bounding volume hierarchy, for proximity queries. Keeps its own copy of them.
/// Vertices at the same position count as one.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  /// The distance to the nearest triangle, negative inside a closed surface that faces outward;
  /// infinite without triangles. Ignores degenerate triangles. Thread-safe.
  float signed_distance_m(const glm::vec3& x) const;

  /// Pairs of crossing triangles (see triangles_cross), each pair once with the lower index first,
  /// sorted. Throws Cancelled when progress does.
  std::vector<std::pair<int, int>> crossings(Progress& progress) const;
  std::vector<std::pair<int, int>> crossings() const;

 private:
  TriangleMesh mesh_;  ///< welded
  BoxTree tree_;
  Pseudonormals outward_;
};

}  // namespace limber
