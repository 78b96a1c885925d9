#pragma once

// The user's pull on a rigid body.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"

namespace limber {

/// The user's hold on a body.
struct HeldBody {
  int body = -1;         ///< none
  glm::vec3 at_m{0.0f};  ///< the point that is held, in the body's frame
};

struct HandPull {
  glm::vec3 at_m;      ///< the point that is held, in the body's frame
  glm::vec3 target_m;  ///< where it shall go
  float per_s;         ///< natural angular frequency of the hand's spring
  float limit_m;       ///< it pulls no harder than from so far
};

/// A critically damped spring at the point that is held, as strong as the body is heavy, in
/// implicit form. It also slows the body's swinging around the point.
LIMBER_HD inline void pull_by_hand(const HandPull& hand, const Pose& pose,
                                   const BodyInertia& inertia, float dt_s, BodyMomentum& momentum) {
  const glm::vec3 lever = rotated(pose.quaternion, hand.at_m);
  const glm::vec3 spin = angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
  const glm::vec3 velocity =
      momentum.linear_kg_m_s * inertia.inverse_mass_per_kg + glm::cross(spin, lever);
  glm::vec3 way = hand.target_m - (pose.position_m + lever);
  const float length = glm::sqrt(glm::dot(way, way));
  if (length > hand.limit_m) way *= hand.limit_m / length;
  const float w = hand.per_s * dt_s;
  const glm::vec3 change = (velocity + way * (w * hand.per_s)) / (1.0f + 2.0f * w + w * w);
  // How an impulse there changes the velocity there, the body's turning included: a point far
  // from the middle is easily moved.
  glm::mat3 mobility_per_kg(inertia.inverse_mass_per_kg);
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 unit(0.0f);
    unit[axis] = 1.0f;
    const glm::vec3 turn =
        angular_velocity_rad_s(pose.quaternion, glm::cross(lever, unit), inertia);
    mobility_per_kg[axis] += glm::cross(turn, lever);
  }
  const glm::vec3 impulse = glm::inverse(mobility_per_kg) * (change - velocity);
  momentum.linear_kg_m_s += impulse;
  momentum.angular_kg_m2_s += glm::cross(lever, impulse);
  momentum.angular_kg_m2_s *= 1.0f / (1.0f + 0.2f * w);
}

}  // namespace limber
