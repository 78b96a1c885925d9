#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"
#include "sim/world.h"

namespace limber {

/// How balls are shot; the panel changes it.
struct BallGun {
  BallKind kind;
  float speed_m_s = 10.0f;
  float blown_m_s = 15.0f;  ///< speed of the air, when blowing

  static constexpr float min_speed_m_s = 0.1f, max_speed_m_s = 100.0f;
  static constexpr float min_blown_m_s = 0.5f, max_blown_m_s = 60.0f;
};

/// Defaults for a scene viewed from `distance_m`.
BallGun gun_for(float distance_m);

/// A ball that starts on the camera ray and hits `target_m` under gravity (downwards); aimed
/// straight at it where its speed is too low. Throws Error(bad_input) if the ball would start
/// inside the target.
World::Shot aimed(const BallGun& gun, const Ray& ray, const glm::vec3& target_m,
                  float gravity_m_s2);

}  // namespace limber
