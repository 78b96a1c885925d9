#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Where a point of a finer surface rides on a simulated mesh: weights of the corners of one
/// tetrahedron, which add up to 1 and are negative for a point that lies outside of it.
struct Attachment {
  glm::ivec4 corners;
  glm::vec4 weights;
};

/// Each point on the tetrahedron that holds it, or else on the nearest one, for a surface finer
/// than the solid that it follows: Fratarcangeli, Pellacini (2014), figure 2. `mesh` has at least
/// one tetrahedron.
std::vector<Attachment> attach(const std::vector<glm::vec3>& points_m, const TetraMesh& mesh);

}  // namespace limber
