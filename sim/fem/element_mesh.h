#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// A solid of elements with N nodes each, at rest. The corners come first, in the order of the
/// TetraMesh; node corners + e belongs to edge e.
template <int N>
struct ElementMesh {
  std::vector<glm::vec3> nodes_m;
  std::vector<ElementNodes<N>> elements;
  int corners = 0;
};

/// One node per vertex.
ElementMesh<4> linear_mesh(const TetraMesh& mesh);

/// One node per vertex and one at the middle of each edge, in the order of edges_of(): the control
/// points of quadratic tetrahedra in Bernstein-Bezier form [Weber11, section 3]. A deformed edge
/// does not pass through its node: its middle is at (corner + 2 node + corner) / 4.
ElementMesh<10> quadratic_mesh(const TetraMesh& mesh);

}  // namespace limber
