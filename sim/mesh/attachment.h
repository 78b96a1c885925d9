#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Each point on the tetrahedron that holds it, or else on the nearest one, for a surface finer
/// than the solid that it follows: [Fratarcangeli14, figure 2]. `mesh` has at least one
/// tetrahedron.
std::vector<Attachment> attach(const std::vector<glm::vec3>& points_m, const TetraMesh& mesh);

}  // namespace limber
