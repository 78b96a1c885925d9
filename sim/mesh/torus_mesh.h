#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// A solid torus: `layers` (at least 3) discs of 18 vertices around `axis` (any length but 0), the
/// 12 outer ones of each on the surface; 66 tetrahedra between two layers. No vertex has more than
/// 14 edges and 24 tetrahedra. 49 layers give about the counts of one torus of [Fratarcangeli13],
/// scene s2; with a tube of 0.35 of the ring's radius all of their dihedral angles lie between 24
/// and 135 degrees.
TetraMesh torus_mesh(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m, float tube_radius_m,
                     int layers);

}  // namespace limber
