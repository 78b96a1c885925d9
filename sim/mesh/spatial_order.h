#pragma once

#include <vector>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// The indices of points, in their order along a Z-order curve [Morton66]: points that are near
/// each other are also near each other in memory. Stable.
std::vector<int> spatial_order(const std::vector<glm::vec3>& positions_m);

/// Sorts vertices by spatial_order(), and tetrahedra by their lowest vertices.
TetraMesh in_spatial_order(const TetraMesh& mesh);

}  // namespace limber
