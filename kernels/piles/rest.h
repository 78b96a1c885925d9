#pragma once

// Which bodies sleep, for showing it: a body does whose energy has stayed low for a while (Bullet
// and others ask the same before they stop moving it; here all bodies are moved on).

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

inline constexpr float rest_energy_J_kg = 2e-4f;  ///< as of 2 cm/s; below it a body rests
inline constexpr float sleep_after_s = 0.5f;      ///< of rest

/// Run every few steps.
struct MeasureRest {
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<const Pose> poses;
  View<float> rest_s;  ///< how long each body has rested, up to sleep_after_s
  float passed_s;

  LIMBER_HD void operator()(int b) const {
    const BodyMomentum momentum = momenta[b];
    const BodyInertia inertia = inertias[b];
    const glm::vec3 velocity = momentum.linear_kg_m_s * inertia.inverse_mass_per_kg;
    const glm::vec3 spin =
        angular_velocity_rad_s(poses[b].quaternion, momentum.angular_kg_m2_s, inertia);
    const float energy_J_kg =
        0.5f * (glm::dot(velocity, velocity) +
                glm::dot(spin, momentum.angular_kg_m2_s) * inertia.inverse_mass_per_kg);
    rest_s[b] =
        energy_J_kg < rest_energy_J_kg ? glm::min(rest_s[b] + passed_s, sleep_after_s) : 0.0f;
  }
};

}  // namespace limber
