#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// For each position, the index of the first one that is exactly equal (0 and -0 are). Positions
/// must not be NaN.
std::vector<unsigned> first_at_same_place(const std::vector<glm::vec3>& positions_m);

/// Removes unused positions; the others stay in order.
void drop_unused(TriangleMesh& mesh);

}  // namespace limber
