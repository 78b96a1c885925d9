#pragma once

#include <glm/glm.hpp>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A sack that is open at its top: a grid of columns x rows vertices, laid out as those of
/// grid_mesh(), whose border becomes a level, round mouth around `center_m`. Below it the sack is
/// half an ellipsoid of revolution, depth_m deep. Its front looks outwards. Source: [Shirley97],
/// for the grid on a disc.
TriangleMesh sack_mesh(int columns, int rows, float diameter_m, float depth_m,
                       const glm::vec3& center_m);

}  // namespace limber
