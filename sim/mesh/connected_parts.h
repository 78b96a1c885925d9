#pragma once

#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The parts of a surface that hang together by edges, in the order of their first triangles. Each
/// has vertices of its own, welded where they lie at the same place; triangles with two corners at
/// one place are left out. Positions must not be NaN.
std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh);

}  // namespace limber
