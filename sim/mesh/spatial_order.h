#pragma once

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// The same mesh with vertices numbered along a Z-order curve [Morton66], so that what is near in
/// space is near in memory, and tetrahedra in the order of their lowest vertices.
TetraMesh in_spatial_order(const TetraMesh& mesh);

}  // namespace limber
