#pragma once

#include "sim/mesh/tetra_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Reduces the max. number of tetrahedra per vertex, which limits the parallelism of a solver, by
/// removing interior edges and refilling the cavities. Vertices and boundary stay, volumes stay
/// positive, and no tetrahedron becomes flatter than a bound. Throws Cancelled when progress does.
void even_tetrahedra(TetraMesh& mesh, Progress& progress);

}  // namespace limber
