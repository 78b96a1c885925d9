#pragma once

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Sorts vertices along a Z-order curve [Morton66], for memory locality, and tetrahedra by their
/// lowest vertices.
TetraMesh in_spatial_order(const TetraMesh& mesh);

}  // namespace limber
