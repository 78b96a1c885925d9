#pragma once

#include <filesystem>

#include "sim/mesh/mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Expected path of the program that contains TetGen: in ../libexec/limber relative to the running
/// program if it is there, else beside it.
std::filesystem::path tetgen_program();

/// Whether tetgen_program() exists.
bool tetgen_there();

/// Fills a closed surface with TetGen [Si15], which runs as a separate process since it may crash
/// or hang. The vertices of the surface come first, in their order, and its triangles are the
/// boundary. With options.interior_points, these points come next (see interior_points.h), then few
/// others, and even_tetrahedra() is applied. Throws Error(unavailable) without TetGen,
/// Error(bad_input) if it fails or exceeds the time limit, Cancelled soon after progress does.
TetraMesh fill_with_tetgen(const TriangleMesh& surface, const MeshingOptions& options,
                           Progress& progress);

}  // namespace limber
