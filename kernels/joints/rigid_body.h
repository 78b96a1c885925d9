#pragma once

// Rigid bodies in double precision: joints are to hold to a micrometre on structures of hundreds of
// metres, which single precision cannot resolve.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/rotation.h"

namespace limber {

/// A frame at the centre of mass, along the principal axes.
struct RigidPose {
  glm::dvec3 position_m{0.0};
  glm::dvec4 quaternion{0.0, 0.0, 0.0, 1.0};  ///< (x, y, z, w), unit length
};

struct RigidMomentum {
  glm::dvec3 linear_kg_m_s{0.0};
  glm::dvec3 angular_kg_m2_s{0.0};  ///< about the centre of mass
};

/// All 0 for an immovable body.
struct RigidInertia {
  glm::dvec3 inverse_per_kg_m2{0.0};  ///< about the axes of the body's frame
  double inverse_mass_per_kg = 0.0;

  LIMBER_HD bool moves() const { return inverse_mass_per_kg > 0.0; }
  /// The largest of the three.
  LIMBER_HD double easiest_per_kg_m2() const {
    return glm::max(inverse_per_kg_m2.x, glm::max(inverse_per_kg_m2.y, inverse_per_kg_m2.z));
  }
};

/// The quaternion of a rotation matrix [Shepperd78].
inline glm::dvec4 quaternion_of(const glm::dmat3& axes) {
  const double trace = axes[0][0] + axes[1][1] + axes[2][2];
  int largest = 3;
  for (int k = 0; k < 3; ++k)
    if (axes[k][k] > (largest == 3 ? trace : axes[largest][largest])) largest = k;
  glm::dvec4 q;
  if (largest == 3) {
    q = {axes[1][2] - axes[2][1], axes[2][0] - axes[0][2], axes[0][1] - axes[1][0], 1.0 + trace};
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = 1.0 + axes[i][i] - axes[j][j] - axes[k][k];
    q[j] = axes[i][j] + axes[j][i];
    q[k] = axes[i][k] + axes[k][i];
    q.w = axes[j][k] - axes[k][j];
  }
  return q / glm::sqrt(glm::dot(q, q));
}

/// q rotated by a rotation vector (axis times angle) in world space: the exact exponential. A
/// series to the last digit for half angles up to a quarter of a radian, squared repeatedly beyond:
/// the same bits everywhere.
LIMBER_HD inline glm::dvec4 turned(const glm::dvec4& q, const glm::dvec3& turn_rad) {
  glm::dvec3 half = 0.5 * turn_rad;
  double h = glm::dot(half, half);
  int doublings = 0;
  for (; h > 0.0625 && doublings < 64; ++doublings) {
    half *= 0.5;
    h *= 0.25;
  }
  const double sine =
      1.0 - h / 6.0 * (1.0 - h / 20.0 * (1.0 - h / 42.0 * (1.0 - h / 72.0 * (1.0 - h / 110.0))));
  const double cosine =
      1.0 - h / 2.0 * (1.0 - h / 12.0 * (1.0 - h / 30.0 * (1.0 - h / 56.0 * (1.0 - h / 90.0))));
  glm::dvec4 turn(half * sine, cosine);
  for (; doublings > 0; --doublings) turn = quaternion_product(turn, turn);
  const glm::dvec4 result = quaternion_product(turn, q);
  return result / glm::sqrt(glm::dot(result, result));
}

/// w = R I^-1 R^T L.
LIMBER_HD inline glm::dvec3 spin_rad_s(const RigidInertia& inertia, const glm::dvec4& q,
                                       const glm::dvec3& angular_kg_m2_s) {
  return rotated(q, inertia.inverse_per_kg_m2 * rotated_back(q, angular_kg_m2_s));
}

/// The velocity of a point of the body. lever_m: from its centre, in world space.
LIMBER_HD inline glm::dvec3 point_velocity_m_s(const RigidPose& pose, const RigidMomentum& momentum,
                                               const RigidInertia& inertia,
                                               const glm::dvec3& lever_m) {
  return momentum.linear_kg_m_s * inertia.inverse_mass_per_kg +
         glm::cross(spin_rad_s(inertia, pose.quaternion, momentum.angular_kg_m2_s), lever_m);
}

/// The pose after a step without forces. The angular momentum is constant, so the angular velocity
/// changes as the body turns: the step uses that of its middle. Second order.
LIMBER_HD inline RigidPose free_motion(const RigidPose& pose, const RigidMomentum& momentum,
                                       const RigidInertia& inertia, double dt_s) {
  const glm::dvec3 at_start = spin_rad_s(inertia, pose.quaternion, momentum.angular_kg_m2_s);
  const glm::dvec4 halfway = turned(pose.quaternion, at_start * (0.5 * dt_s));
  const glm::dvec3 spin = spin_rad_s(inertia, halfway, momentum.angular_kg_m2_s);
  return {pose.position_m + momentum.linear_kg_m_s * (inertia.inverse_mass_per_kg * dt_s),
          turned(pose.quaternion, spin * dt_s)};
}

/// Interpolates between two nearby poses.
LIMBER_HD inline RigidPose between(const RigidPose& from, const RigidPose& to, double share) {
  const double side = glm::dot(from.quaternion, to.quaternion) < 0.0 ? -1.0 : 1.0;
  const glm::dvec4 q = from.quaternion + (to.quaternion * side - from.quaternion) * share;
  return {from.position_m + (to.position_m - from.position_m) * share,
          q / glm::sqrt(glm::dot(q, q))};
}

LIMBER_HD inline bool is_finite(const RigidPose& pose) {
  const glm::dvec3 x = pose.position_m;
  const glm::dvec4 q = pose.quaternion;
  const double sum = x.x + x.y + x.z + q.x + q.y + q.z + q.w;
  return sum - sum == 0.0;
}

}  // namespace limber
