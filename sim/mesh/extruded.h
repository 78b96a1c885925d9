#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The closed surface between two copies of an outline, `length_m` apart along the y axis. outline:
/// counterclockwise as seen from above, with x to the right and -z up; star-shaped around the axis.
TriangleMesh extruded(const std::vector<glm::vec2>& outline, float length_m);

}  // namespace limber
