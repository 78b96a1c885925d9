#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"

namespace limber {

struct FreeMotion {
  Pose pose;             ///< at the end
  glm::vec3 spin_rad_s;  ///< constant during the step
};

/// x += v dt and the quaternion's exact exponential [Harada07, section 29.2.7]. The angular
/// velocity is that at the middle of the step: with that at its start, a freely tumbling body would
/// gain energy all the time, since w changes with the orientation while L does not.
LIMBER_HD inline FreeMotion free_motion(Pose pose, const BodyMomentum& momentum,
                                        const BodyInertia& inertia, float dt_s) {
  const glm::vec3 spin_at_start =
      angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
  const glm::vec4 halfway = turned(pose.quaternion, spin_at_start * (0.5f * dt_s));
  const glm::vec3 spin = angular_velocity_rad_s(halfway, momentum.angular_kg_m2_s, inertia);
  pose.position_m += momentum.linear_kg_m_s * (inertia.inverse_mass_per_kg * dt_s);
  pose.quaternion = turned(pose.quaternion, spin * dt_s);
  return {pose, spin};
}

LIMBER_HD inline bool is_finite(const Pose& pose) {
  const glm::vec4 q = pose.quaternion;
  return is_finite(pose.position_m) && is_finite(q.x + q.y + q.z + q.w);
}

}  // namespace limber
