#pragma once

#include <functional>
#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Signed distance to a surface in metres, negative inside. Only its sign and its value near the
/// surface matter; called from several threads at once.
using DistanceFunction = std::function<float(const glm::vec3&)>;

/// Fills the inside of `distance` within the box with a body-centred cubic lattice of cells
/// `cell_m` wide, fitted to the surface: Labelle, Shewchuk, "Isosurface Stuffing: Fast Tetrahedral
/// Meshes with Good Dihedral Angles" (2007), uniform grading. No vertex has more than 24 tetrahedra
/// or so. Throws Error(bad_input) where nothing is inside.
TetraMesh fill_with_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                            float cell_m, Progress& progress);

}  // namespace limber
