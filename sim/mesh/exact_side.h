#pragma once

#include <glm/glm.hpp>

#include "kernels/exact_side.h"

namespace limber {

/// 1 if d lies in front of the triangle a, b, c (counter-clockwise seen from there), -1 behind it,
/// 0 in its plane; as exact as side_of_line(). Coordinates must be finite.
int side_of_plane(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d);

}  // namespace limber
