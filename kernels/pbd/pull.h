#pragma once

// The user's hand on particles: a constraint of the position like all others, solved among them,
// whose sum over a step has a limit (Mueller et al., "Position Based Dynamics", 2007; for the sum,
// Macklin et al., "XPBD", 2016).

#include <glm/glm.hpp>

#include "kernels/attachment.h"
#include "kernels/frame_inputs.h"
#include "kernels/hand.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

struct HeldParticle {
  int particle;
  int hold;            ///< of the hand's
  glm::vec3 offset_m;  ///< from the point that is held, as it was grabbed
};

/// Moves the hand's references. One thread a hold.
struct LeadParticles {
  static constexpr int grain = 1;
  View<const Attachment> attachments;  ///< of each hold
  View<const Particle> before;         ///< as the step begins
  View<const Particle> earlier;        ///< a step before that
  View<const FrameInputs> inputs;
  View<HandHold> holds;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const Attachment a = attachments[h];
    glm::vec3 at(0.0f), was(0.0f);
    for (int k = 0; k < 4; ++k) {
      at += before[a.corners[k]].position_m * a.weights[k];
      was += earlier[a.corners[k]].position_m * a.weights[k];
    }
    holds[h] = led(holds[h], {at, (at - was) / dt_s}, inputs[0].grab_target_m, 1.0f, dt_s);
  }
};

/// One thread a particle that is held.
struct HoldParticles {
  static constexpr int grain = 64;
  View<const HeldParticle> held;
  View<const HandHold> holds;
  View<const Particle> before;  ///< positions at the start of the step
  View<Particle> particles;
  View<glm::vec3> pulled_m;  ///< by how much the hand has moved each in this step
  bool first;                ///< in this step
  float limit_m_s2;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const HeldParticle g = held[i];
    const glm::vec3 start = before[g.particle].position_m;
    const glm::vec3 goal = start + dt_s * wanted_m_s(holds[g.hold], g.offset_m, start, dt_s);
    const glm::vec3 pulled = first ? glm::vec3(0.0f) : pulled_m[i];
    const glm::vec3 all =
        at_most_long(pulled + goal - particles[g.particle].position_m, limit_m_s2 * dt_s * dt_s);
    particles[g.particle].position_m += all - pulled;
    pulled_m[i] = all;
  }
};

/// Gives particles a new inverse mass; a step copies it into the other of the ping-pong buffers.
struct SetInverseMass {
  View<const int> which;
  View<const float> inverse_mass_per_kg;
  View<Particle> current;

  LIMBER_HD void operator()(int i) const {
    current[which[i]].inverse_mass_per_kg = inverse_mass_per_kg[i];
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
