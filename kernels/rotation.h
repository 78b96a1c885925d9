#pragma once

// Rotations as unit quaternions (x, y, z, w), with the same bits on every solver.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

/// R v for the rotation R of a unit quaternion.
LIMBER_HD inline glm::vec3 rotated(const glm::vec4& q, const glm::vec3& v) {
  const glm::vec3 axis(q.x, q.y, q.z);
  return v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

/// R^T v.
LIMBER_HD inline glm::vec3 rotated_back(const glm::vec4& q, const glm::vec3& v) {
  return rotated({-q.x, -q.y, -q.z, q.w}, v);
}

/// The rotation b and then a.
LIMBER_HD inline glm::vec4 quaternion_product(const glm::vec4& a, const glm::vec4& b) {
  const glm::vec3 u(a.x, a.y, a.z), v(b.x, b.y, b.z);
  return {a.w * v + b.w * u + glm::cross(u, v), a.w * b.w - glm::dot(u, v)};
}

LIMBER_HD inline glm::vec4 unit_quaternion(const glm::vec4& q) {
  return q / glm::sqrt(glm::dot(q, q));
}

/// q turned by the rotation vector `turn_rad` (axis times angle) in space: the quaternion's exact
/// exponential (Harada 2007, equations 7 and 8), made unit again.
LIMBER_HD inline glm::vec4 turned(const glm::vec4& q, const glm::vec3& turn_rad) {
  const float angle = glm::sqrt(glm::dot(turn_rad, turn_rad));
  if (angle == 0.0f) return q;
  const float half_turns = angle / (4.0f * pi);
  const glm::vec3 axis = turn_rad * (sin_of_turns(half_turns) / angle);
  return unit_quaternion(quaternion_product({axis, sin_of_turns(half_turns + 0.25f)}, q));
}

/// Between two orientations, the short way round.
LIMBER_HD inline glm::vec4 blended_rotation(const glm::vec4& from, const glm::vec4& to,
                                            float share) {
  const glm::vec4 near = glm::dot(from, to) < 0.0f ? -to : to;
  return unit_quaternion(from + (near - from) * share);
}

}  // namespace limber
