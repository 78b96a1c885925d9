#pragma once

#include <filesystem>

#include "sim/mesh/mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Where the program that contains TetGen should be: in ../libexec/limber of the one that
/// runs where it was installed, else beside it.
std::filesystem::path tetgen_program();

/// Whether it is there.
bool tetgen_there();

/// Fills a closed surface by TetGen [Si15], which runs as a program of its own since it can
/// crash or never end. The vertices of the surface come first, in their order, and its
/// triangles are the boundary. With interior_points these come next (see
/// interior_points.h), and few others, and the tetrahedra are evened out (see
/// even_tetrahedra.h). Throws Error(unavailable) where TetGen is not there,
/// Error(bad_input) where it cannot fill the surface or takes longer than the limit,
/// Cancelled soon after progress does.
TetraMesh fill_with_tetgen(const TriangleMesh& surface, const MeshingOptions& options,
                           Progress& progress);

}  // namespace limber
