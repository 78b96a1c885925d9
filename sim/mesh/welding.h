#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// For each position, the first one that is equal to it: 0 and -0 are, what differs in the last bit
/// is not. Positions must not be NaN.
std::vector<unsigned> first_at_same_place(const std::vector<glm::vec3>& positions_m);

/// Keeps the positions that some triangle uses, in their order.
void drop_unused(TriangleMesh& mesh);

}  // namespace limber
