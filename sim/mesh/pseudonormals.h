#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The directions that tell on which side of a surface a point is, wherever its nearest point
/// lies: [Baerentzen05]. Unit vectors; 0 for a triangle without an area, and where directions
/// cancel out.
struct Pseudonormals {
  std::vector<glm::vec3> face;    ///< one a triangle
  std::vector<glm::vec3> edge;    ///< three a triangle, each of the edge that begins at its corner
  std::vector<glm::vec3> vertex;  ///< weighted by the angles of the triangles there

  /// At a part of a triangle as NearestPoint names it.
  const glm::vec3& at(const TriangleMesh& mesh, int triangle, int part) const {
    if (part == 0) return face[triangle];
    return part <= 3 ? vertex[mesh.triangles[triangle][part - 1]] : edge[3 * triangle + part - 4];
  }
};

/// Of a mesh whose vertices are welded.
Pseudonormals pseudonormals(const TriangleMesh& mesh);

}  // namespace limber
