#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Angle-weighted pseudonormals, for the sign of the distance to a surface: [Baerentzen05]. Unit
/// vectors; 0 for degenerate triangles and where normals cancel out.
struct Pseudonormals {
  std::vector<glm::vec3> face;    ///< one per triangle
  std::vector<glm::vec3> edge;    ///< three per triangle: corner k to the next at 3 * triangle + k
  std::vector<glm::vec3> vertex;  ///< weighted by the angles of the triangles there

  /// part: of the triangle, as in NearestPoint.
  const glm::vec3& at(const TriangleMesh& mesh, int triangle, int part) const {
    if (part == 0) return face[triangle];
    return part <= 3 ? vertex[mesh.triangles[triangle][part - 1]] : edge[3 * triangle + part - 4];
  }
};

/// The vertices of `mesh` must be welded.
Pseudonormals pseudonormals(const TriangleMesh& mesh);

}  // namespace limber
