#pragma once

#include <functional>
#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Signed distance to a surface in metres, negative inside. Only its sign and its value near the
/// surface matter; called from several threads at once.
using DistanceFunction = std::function<float(const glm::vec3&)>;

/// Fills the inside of `distance` within the box with a body-centred cubic lattice
/// of cells `cell_m` wide, fitted to the surface: [Labelle07], uniform grading. A
/// corner of the lattice is at `low_m`. All dihedral angles are between 10.7 and
/// 164.8 degrees, the boundary is a closed manifold; it rounds off sharp edges and
/// loses what is thinner than a cell. A vertex inside has 14 edges and 24
/// tetrahedra; near the surface, smooth solids have up to 20 and 36. Throws
/// Error(bad_input) where nothing is inside or the box has too many cells, Cancelled
/// when progress does.
TetraMesh fill_with_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                            float cell_m, Progress& progress);

}  // namespace limber
