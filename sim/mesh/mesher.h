#pragma once

#include <string>

#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// How to fill a closed surface with tetrahedra.
struct MeshingOptions {
  std::string mesher = "tetgen";     ///< or "lattice"
  float radius_edge_ratio = 1.414f;  ///< tetgen: max. circumradius over shortest edge
  float largest_volume_m3 = 0.0f;    ///< tetgen: max. of a tetrahedron; 0: no limit
  int interior_points = 0;           ///< tetgen: approximate; 0: as radius_edge_ratio requires
  float time_limit_s = 0.0f;         ///< tetgen: 0: a minute, plus a second per 1,000 triangles
  float cell_m = 0.0f;               ///< lattice: edge of a cubic cell; 0: from the surface
  std::string tetgen_program = {};   ///< empty: tetgen_program()
};

/// Fills a surface returned by closed_surface(). Results of TetGen are cached. If TetGen is not
/// available, fails or takes too long, falls back to the lattice, and `note` says so; it is empty
/// otherwise. The lattice mesh has no more pieces than the surface: the smallest are removed.
/// Throws Error(bad_input) if both fail, Cancelled when progress does.
TetraMesh fill(const TriangleMesh& surface, const MeshingOptions& options, std::string& note,
               Progress& progress);

}  // namespace limber
