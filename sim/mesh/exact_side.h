#pragma once

#include <glm/glm.hpp>

// On which side a point lies, without any rounding: Shewchuk, "Adaptive Precision Floating-Point
// Arithmetic and Fast Robust Geometric Predicates" (1997). Plain double precision where its error
// bound decides, an exact sum otherwise. Coordinates must be finite.

namespace limber {

/// 1 where d lies in front of the triangle a, b, c (counter-clockwise seen from there), -1 behind
/// it, 0 in its plane.
int side_of_plane(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d);

/// 1 where c lies to the left of the line from a to b, -1 to the right, 0 on it.
int side_of_line(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c);

}  // namespace limber
