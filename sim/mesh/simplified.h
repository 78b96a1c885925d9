#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Fewer triangles on vertices that stay where they are: no fewer than `min_triangles`, and about
/// fine_m away at most.
std::vector<glm::uvec3> with_fewer_triangles(const TriangleMesh& mesh, std::size_t min_triangles,
                                             float fine_m);

}  // namespace limber
