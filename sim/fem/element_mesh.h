#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// A solid of elements with N nodes each, at rest. The corners come first and in the order of the
/// TetraMesh; node corners + e is that of edge e.
template <int N>
struct ElementMesh {
  std::vector<glm::vec3> nodes_m;
  std::vector<ElementNodes<N>> elements;
  int corners = 0;
};

/// A node a vertex.
ElementMesh<4> linear_mesh(const TetraMesh& mesh);

/// A node a vertex and one an edge, in the middle of it, in the order of edges_of():
/// the control points of quadratic tetrahedra in Bernstein-Bezier form [Weber11,
/// section 3]. A node on an edge pulls the body towards itself, but when deformed
/// does not lie on it: the middle of the edge is then at (corner + 2 node + corner) /
/// 4.
ElementMesh<10> quadratic_mesh(const TetraMesh& mesh);

}  // namespace limber
