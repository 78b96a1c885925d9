#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// A solid to fill, and a surface that defines its connectivity.
struct ThinSolid {
  const DistanceFunction& distance;  ///< of the solid
  const TriangleMesh& surface;       ///< closed; `distance` is skin_m there
  float skin_m;
};

/// fill_with_lattice() that preserves parts thinner than a cell: where the lattice has no
/// tetrahedra, or disconnected ones, rods along lattice edges, 0.8 cells thick, connect them along
/// the surface. A connected part of the surface then gives one piece, and each of its vertices is
/// within 0.75 cells plus the skin of a tetrahedron. A part without any tetrahedra stays without.
/// If nothing is lost, the mesh is that of fill_with_lattice(). Throws as that does.
TetraMesh fill_with_thin_parts(const ThinSolid& solid, glm::vec3 low_m, glm::vec3 high_m,
                               float cell_m, Progress& progress);

}  // namespace limber
