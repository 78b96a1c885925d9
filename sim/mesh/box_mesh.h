#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// The box from `low_m` to `high_m` in cells.x * cells.y * cells.z cells (each at least 1) of six
/// tetrahedra around a diagonal [Kuhn60]. Vertex (i, j, k) has the index i + (cells.x + 1) * (j +
/// (cells.y + 1) * k).
TetraMesh box_mesh(glm::vec3 low_m, glm::vec3 high_m, glm::ivec3 cells);

}  // namespace limber
