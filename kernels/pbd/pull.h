#pragma once

// The user's hand: a critically damped spring on the grabbed particles, in implicit form, so that
// it is stable at any time step, with a limit on its acceleration.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/predict.h"
#include "kernels/view.h"

namespace limber {

struct GrabbedParticle {
  int particle;
  glm::vec3 offset_m;  ///< from the vertex under the cursor, as it was grabbed
};

struct PullGrabbed {
  View<const GrabbedParticle> grabbed;
  View<const FrameInputs> inputs;
  View<const Particle> before;  ///< positions at the start of the step
  View<Particle> predicted;
  float stiffness_per_s;  ///< the spring's natural angular frequency
  float acceleration_limit_m_s2;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const GrabbedParticle g = grabbed[i];
    Particle p = predicted[g.particle];
    const glm::vec3 start = before[g.particle].position_m;
    const glm::vec3 velocity = (p.position_m - start) / dt_s;
    const glm::vec3 to_target = inputs[0].grab_target_m + g.offset_m - start;
    const float w = stiffness_per_s * dt_s;
    glm::vec3 change =
        (velocity + to_target * (w * stiffness_per_s)) / (1.0f + 2.0f * w + w * w) - velocity;
    const float size = glm::sqrt(glm::dot(change, change));
    const float limit = acceleration_limit_m_s2 * dt_s;
    if (size > limit) change *= limit / size;
    p.position_m += change * dt_s;
    predicted[g.particle] = p;
  }
};

/// Gives particles a new inverse mass; a step copies it into the other of the ping-pong buffers.
struct SetInverseMass {
  View<const int> which;
  View<const float> inverse_mass_per_kg;
  View<Particle> current;
  View<Particle> other;
  bool stop;  ///< take the velocity away too

  LIMBER_HD void operator()(int i) const {
    Particle& p = current[which[i]];
    p.inverse_mass_per_kg = inverse_mass_per_kg[i];
    if (stop) other[which[i]].position_m = p.position_m;
  }
};

/// Verlet keeps the velocity as a distance a step; a new length of the step needs a new distance.
struct RescaleVelocity {
  View<const Particle> current;
  View<Particle> before;
  float ratio;  ///< new time step over old

  LIMBER_HD void operator()(int i) const {
    before[i].position_m =
        current[i].position_m + (before[i].position_m - current[i].position_m) * ratio;
  }
};

}  // namespace limber
