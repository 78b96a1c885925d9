#pragma once

// Rotations as unit quaternions (x, y, z, w), with the same bits on every backend.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

/// R v for the rotation R of a unit quaternion.
template <class T>
LIMBER_HD inline glm::vec<3, T> rotated(const glm::vec<4, T>& q, const glm::vec<3, T>& v) {
  const glm::vec<3, T> axis(q.x, q.y, q.z);
  return v + T(2) * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

/// The quaternion of R^T.
template <class T>
LIMBER_HD inline glm::vec<4, T> inverse_rotation(const glm::vec<4, T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}

/// R^T v.
template <class T>
LIMBER_HD inline glm::vec<3, T> rotated_back(const glm::vec<4, T>& q, const glm::vec<3, T>& v) {
  return rotated(inverse_rotation(q), v);
}

/// The rotation by b and then by a.
template <class T>
LIMBER_HD inline glm::vec<4, T> quaternion_product(const glm::vec<4, T>& a,
                                                   const glm::vec<4, T>& b) {
  const glm::vec<3, T> u(a.x, a.y, a.z), v(b.x, b.y, b.z);
  return {a.w * v + b.w * u + glm::cross(u, v), a.w * b.w - glm::dot(u, v)};
}

/// The rotation vector from one orientation to a nearby one.
template <class T>
LIMBER_HD inline glm::vec<3, T> turn_between_rad(const glm::vec<4, T>& from,
                                                 const glm::vec<4, T>& to) {
  const glm::vec<4, T> turn = quaternion_product(to, inverse_rotation(from));
  return glm::vec<3, T>(turn.x, turn.y, turn.z) * (turn.w < T(0) ? T(-2) : T(2));
}

LIMBER_HD inline glm::vec4 unit_quaternion(const glm::vec4& q) {
  return q / glm::sqrt(glm::dot(q, q));
}

/// q rotated by the rotation vector `turn_rad` (axis times angle) in world space: the exact
/// exponential of quaternions [Harada07, equations 7 and 8], normalized.
LIMBER_HD inline glm::vec4 turned(const glm::vec4& q, const glm::vec3& turn_rad) {
  const float angle = glm::sqrt(glm::dot(turn_rad, turn_rad));
  if (angle == 0.0f) return q;
  const float half_turns = angle / (4.0f * pi);
  const glm::vec3 axis = turn_rad * (sin_of_turns(half_turns) / angle);
  return unit_quaternion(quaternion_product({axis, sin_of_turns(half_turns + 0.25f)}, q));
}

/// Interpolates between two orientations along the shorter arc.
LIMBER_HD inline glm::vec4 blended_rotation(const glm::vec4& from, const glm::vec4& to,
                                            float share) {
  const glm::vec4 near = glm::dot(from, to) < 0.0f ? -to : to;
  return unit_quaternion(from + (near - from) * share);
}

}  // namespace limber
