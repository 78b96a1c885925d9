#pragma once

#include <vector>

#include "kernels/attachment.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// attach(), for a closed surface that is drawn where a solid is, so that it holds together however
/// the solid moves: what hangs together on the surface rides on tetrahedra that hang together, and
/// what the solid has lost is not drawn on. Vertices further from the solid than its tetrahedra are
/// long (the mean of their longest edges) and skin_m are pulled in to that distance; where a whole
/// part of the surface is further away, it goes. `mesh` has at least one tetrahedron.
std::vector<Attachment> attach_drawn(TriangleMesh& drawn, const TetraMesh& mesh, float skin_m);

}  // namespace limber
