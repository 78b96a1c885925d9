#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Attaches each point to the tetrahedron that contains it, or else to the nearest one, for a
/// surface finer than the solid: [Fratarcangeli14, figure 2]. `mesh` must have a tetrahedron.
std::vector<Attachment> attach(const std::vector<glm::vec3>& points_m, const TetraMesh& mesh);

}  // namespace limber
