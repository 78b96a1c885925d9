#pragma once

// The rotational part of a deformation gradient A: the proper rotation R that maximizes the trace
// of transpose(R) A. For an inverted A, the reflection is in its least stretched direction.
//
// Davenport's matrix makes this an eigenproblem, which has no local optima [Horn87].
//
// From a good initial guess Newton's method takes two or three steps [Kugelstadt18, section 4],
// [Mueller16].

#include <glm/glm.hpp>

#include "kernels/eigenvectors.h"
#include "kernels/hd.h"
#include "kernels/portable_math.h"
#include "kernels/rotation.h"

namespace limber {

/// A unit quaternion (x, y, z, w), w the real part.
using Quaternion = glm::vec4;

inline constexpr Quaternion no_rotation{0.0f, 0.0f, 0.0f, 1.0f};

LIMBER_HD inline glm::mat3 matrix_of(const Quaternion& q) {
  const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const float xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
  const float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{1.0f - 2.0f * (yy + zz), 2.0f * (xy + wz), 2.0f * (zx - wy)},
          {2.0f * (xy - wz), 1.0f - 2.0f * (zz + xx), 2.0f * (yz + wx)},
          {2.0f * (zx + wy), 2.0f * (yz - wx), 1.0f - 2.0f * (xx + yy)}};
}

/// In [0, pi].
LIMBER_HD inline float angle_rad(const Quaternion& q) {
  const float sine = glm::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  return 2.0f * portable_atan2(sine, q.w < 0.0f ? -q.w : q.w);
}

namespace polar {

/// Below this share of |A| the sum of the two smaller singular values (the smallest with the sign
/// of det A) counts as 0: then many rotations are equally near.
inline constexpr float smallest_sum = 1e-3f;

/// Twice the axial vector of the skew part of `b`: the trace's gradient as `b` is rotated.
LIMBER_HD inline glm::vec3 twist(const glm::mat3& b) {
  return {b[1][2] - b[2][1], b[2][0] - b[0][2], b[0][1] - b[1][0]};
}

/// Solves (tr(b) I - sym(b)) x = twist(b) by L D transpose(L); false if the matrix is not clearly
/// positive definite, that is, if Newton's method might miss the maximum.
LIMBER_HD inline bool newton_step(const glm::mat3& b, glm::vec3& x) {
  const float m01 = -0.5f * (b[1][0] + b[0][1]);
  const float m02 = -0.5f * (b[2][0] + b[0][2]);
  const float m12 = -0.5f * (b[2][1] + b[1][2]);
  const float d0 = b[1][1] + b[2][2];
  if (!(d0 > smallest_sum)) return false;
  const float l1 = m01 / d0, l2 = m02 / d0;
  const float d1 = b[0][0] + b[2][2] - l1 * m01;
  if (!(d1 > smallest_sum)) return false;
  const float below = m12 - l1 * m02;
  const float l12 = below / d1;
  const float d2 = b[0][0] + b[1][1] - l2 * m02 - l12 * below;
  if (!(d2 > smallest_sum)) return false;
  const glm::vec3 right = twist(b);
  const float y1 = right.y - l1 * right.x;
  const float y2 = right.z - l2 * right.x - l12 * y1;
  x.z = y2 / d2;
  x.y = y1 / d1 - l12 * x.z;
  x.x = right.x / d0 - l1 * x.y - l2 * x.z;
  return true;
}

/// The eigenvector of the largest eigenvalue of Davenport's matrix, by Jacobi rotations. For a
/// multiple eigenvalue, the vector nearest to `start`.
LIMBER_HD inline Quaternion largest_eigenvector(const glm::mat3& a, const Quaternion& start) {
  const float trace = a[0][0] + a[1][1] + a[2][2];
  const glm::vec3 z = twist(a);
  const float xy = a[0][1] + a[1][0], yz = a[1][2] + a[2][1], zx = a[2][0] + a[0][2];
  glm::mat4 m{{2.0f * a[0][0] - trace, xy, zx, z.x},
              {xy, 2.0f * a[1][1] - trace, yz, z.y},
              {zx, yz, 2.0f * a[2][2] - trace, z.z},
              {z.x, z.y, z.z, trace}};
  glm::mat4 vectors;
  diagonalize(m, vectors, 6, 1e-9f);
  int top = 0;
  for (int k = 1; k < 4; ++k)
    if (m[k][k] > m[top][top]) top = k;
  Quaternion nearest(0.0f);
  for (int k = 0; k < 4; ++k)
    if (m[k][k] > m[top][top] - 2.0f * smallest_sum)
      nearest += glm::dot(vectors[k], start) * vectors[k];
  const float squared = glm::dot(nearest, nearest);
  if (squared > 1e-6f) return nearest / glm::sqrt(squared);
  return vectors[top] / glm::sqrt(glm::dot(vectors[top], vectors[top]));
}

}  // namespace polar

/// The rotation nearest to the deformation gradient `a`, which may be flat, inverted or far from
/// `start`. If it is not unique, one near `start`; if `a` is 0 or not finite, `start` itself.
/// `start` is a unit quaternion, best that of the last step.
LIMBER_HD inline Quaternion nearest_rotation(const glm::mat3& a, const Quaternion& start) {
  const float squared = glm::dot(a[0], a[0]) + glm::dot(a[1], a[1]) + glm::dot(a[2], a[2]);
  if (!(squared > 1e-30f) || !is_finite(squared)) return start;
  const glm::mat3 unit = a * (1.0f / glm::sqrt(squared));
  Quaternion q = start;
  for (int step = 0; step < 5; ++step) {
    glm::vec3 turn;
    if (!polar::newton_step(unit * glm::transpose(matrix_of(q)), turn)) break;
    turn *= 0.5f;  // a quaternion holds half the angle
    q = quaternion_product(Quaternion(turn, 1.0f), q);
    q /= glm::sqrt(glm::dot(q, q));
    if (glm::dot(turn, turn) < 1e-7f) return q;  // the error left is its cube
  }
  return polar::largest_eigenvector(unit, start);
}

}  // namespace limber
