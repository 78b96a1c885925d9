#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// What is filled, and the surface that tells what belongs together in it.
struct ThinSolid {
  const DistanceFunction& distance;  ///< of what is filled
  const TriangleMesh& surface;       ///< closed; `distance` is skin_m there
  float skin_m;
};

/// fill_with_lattice(), but what is thinner than a cell neither comes off nor is lost: where the
/// lattice leaves a part of the surface without tetrahedra, or with such that hang together with no
/// others, rods of lattice edges 0.8 cells thick follow the surface to it. What hangs together on
/// the surface is one piece then, and no vertex of it is further than 0.75 cells and the skin from
/// a tetrahedron. A part of the surface that has no tetrahedra at all stays without. Where nothing
/// is lost the mesh is that of fill_with_lattice(), which says what is thrown.
TetraMesh fill_with_thin_parts(const ThinSolid& solid, glm::vec3 low_m, glm::vec3 high_m,
                               float cell_m, Progress& progress);

}  // namespace limber
