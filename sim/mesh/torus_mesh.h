#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// A solid torus: `layers` (at least 3) discs of 18 vertices around `axis` (any length but 0), the
/// 12 outer ones of each on the surface; 66 tetrahedra between two layers. A vertex has at most 14
/// edges and 24 tetrahedra. 49 layers give about the counts of a torus in scene s2 of
/// [Fratarcangeli13]; with a tube of 0.35 ring radii, all dihedral angles are then between 24 and
/// 135 degrees.
TetraMesh torus_mesh(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m, float tube_radius_m,
                     int layers);

}  // namespace limber
