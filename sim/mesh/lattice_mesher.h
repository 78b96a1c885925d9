#pragma once

#include <functional>
#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Signed distance to a surface in metres, negative inside. Only its sign and its value near the
/// surface matter. Must be thread-safe.
using DistanceFunction = std::function<float(const glm::vec3&)>;

/// Fills the inside of `distance` within the box with a body-centred cubic lattice of cells
/// `cell_m` wide, fitted to the surface: isosurface stuffing [Labelle07], uniform grading. A corner
/// of the lattice is at `low_m`. All dihedral angles are between 10.7 and 164.8 degrees, and the
/// boundary is a closed manifold; sharp edges are rounded and parts thinner than a cell are lost.
/// An interior vertex has 14 edges and 24 tetrahedra; near the surface, smooth solids have up to 20
/// and 36. Throws Error(bad_input) if nothing is inside or there are too many cells, Cancelled when
/// progress does.
TetraMesh fill_with_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                            float cell_m, Progress& progress);

}  // namespace limber
