#pragma once

#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The edge-connected parts of a surface, in the order of their first triangles. Each has its own
/// vertices, welded at equal positions; triangles with coinciding corners are left out. Positions
/// must not be NaN.
std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh);

}  // namespace limber
