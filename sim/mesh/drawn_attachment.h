#pragma once

#include <vector>

#include "kernels/attachment.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// attach() for the drawn surface of a solid, which must not tear when the solid moves: connected
/// parts of the surface are attached to connected tetrahedra, and parts that the solid has lost are
/// removed. Vertices farther from the solid than the mean of the tetrahedra's longest edges plus
/// skin_m are pulled in to that distance; a part that lies farther away as a whole is removed.
/// `mesh` must have a tetrahedron.
std::vector<Attachment> attach_drawn(TriangleMesh& drawn, const TetraMesh& mesh, float skin_m);

}  // namespace limber
