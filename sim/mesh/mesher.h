#pragma once

#include <string>

#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// How a closed surface becomes a solid.
struct MeshingOptions {
  std::string mesher = "tetgen";     ///< or "lattice"
  float radius_edge_ratio = 1.414f;  ///< tetgen: circumradius over shortest edge, at most
  float largest_volume_m3 = 0.0f;    ///< tetgen: of a tetrahedron; 0: no limit
  int interior_points = 0;           ///< tetgen: about as many, instead of by the ratio; 0: by it
  float time_limit_s = 0.0f;         ///< tetgen: 0: a minute, and a second per 1,000 triangles
  float cell_m = 0.0f;               ///< lattice: edge of a cubic cell; 0: from the surface
  std::string tetgen_program = {};   ///< empty: tetgen_program()
};

/// Fills a surface that closed_surface() returned. What TetGen makes comes from the cache where it
/// filled this very surface this way before. Where TetGen is not in the build, refuses the surface
/// or takes too long, the lattice serves, and `note` says so; it is empty otherwise. What the
/// lattice makes is in no more pieces than the surface is: the smallest go.
/// Throws Error(bad_input) if neither can, Cancelled when progress does.
TetraMesh fill(const TriangleMesh& surface, const MeshingOptions& options, std::string& note,
               Progress& progress);

}  // namespace limber
