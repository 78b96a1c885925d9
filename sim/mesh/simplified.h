#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Simplifies a mesh, keeping a subset of its vertices in place, to no fewer than `min_triangles`,
/// with an error of at most about fine_m.
std::vector<glm::uvec3> with_fewer_triangles(const TriangleMesh& mesh, std::size_t min_triangles,
                                             float fine_m);

}  // namespace limber
