#pragma once

// Which bodies sleep, for display only: those whose energy has stayed low for a while. Bullet and
// others stop simulating such bodies; here all bodies are simulated.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

inline constexpr float rest_speed_m_s =
    0.02f;                                    ///< with less energy than at this speed, a body rests
inline constexpr float sleep_after_s = 0.5f;  ///< of rest

/// Run every few steps.
struct MeasureRest {
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<const Pose> poses;
  View<float> rest_s;  ///< how long each body has rested, up to sleep_after_s
  float passed_s;

  LIMBER_HD void operator()(int b) const {
    const bool rests =
        twice_energy_m2_s2(momenta[b], poses[b], inertias[b]) < rest_speed_m_s * rest_speed_m_s;
    rest_s[b] = rests ? glm::min(rest_s[b] + passed_s, sleep_after_s) : 0.0f;
  }
};

}  // namespace limber
