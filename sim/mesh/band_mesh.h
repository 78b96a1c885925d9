#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A band of columns x rows vertices, laid out as those of grid_mesh(), whose middle line is a
/// smooth curve through points (at least two, apart from each other), cut evenly. Its width lies
/// along `across`, a unit vector, as far as the curve is square to that, and always square to the
/// curve.
TriangleMesh band_mesh(int columns, int rows, float width_m, const std::vector<glm::vec3>& along_m,
                       const glm::vec3& across);

}  // namespace limber
