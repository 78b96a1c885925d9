#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A sack that is open at the top: a grid of columns x rows vertices, in the order of grid_mesh(),
/// whose border is a horizontal, circular mouth around `center_m`. The sack is half an ellipsoid of
/// revolution, depth_m deep. Its front faces outward. Source: [Shirley97], for the grid on a disc.
TriangleMesh sack_mesh(int columns, int rows, float diameter_m, float depth_m,
                       const glm::vec3& center_m);

}  // namespace limber
