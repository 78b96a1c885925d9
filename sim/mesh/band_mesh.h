#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A band of columns x rows vertices, in the order of grid_mesh(), evenly spaced along a smooth
/// curve through the points `along_m` (at least two, distinct). Its width lies along the projection
/// of the unit vector `across` normal to the curve.
TriangleMesh band_mesh(int columns, int rows, float width_m, const std::vector<glm::vec3>& along_m,
                       const glm::vec3& across);

}  // namespace limber
