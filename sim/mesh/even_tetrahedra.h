#pragma once

#include "sim/mesh/tetra_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Relieves the vertices with the most tetrahedra, since the busiest one bounds what a solver can
/// do at once: edges inside are taken out and the hole around each filled another way. Vertices
/// and boundary stay, all volumes stay positive, and no tetrahedron gets flatter than a bound that
/// it was above of. Throws Cancelled when progress does.
void even_tetrahedra(TetraMesh& mesh, Progress& progress);

}  // namespace limber
