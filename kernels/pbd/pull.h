#pragma once

// Grabbing particles: a position constraint solved among the others, whose total correction in a
// step is limited ([Mueller07]; for the total, [Macklin16]).

#include <glm/glm.hpp>

#include "kernels/attachment.h"
#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

struct HeldParticle {
  int particle;
  int hold;  ///< index of the grab's hold
};

/// The grab's pull at a point. All particles around it get the same shift, so that they may
/// rotate.
struct alignas(16) ParticlePull {
  Attachment attachment{};  ///< of the point
  glm::vec3 shift_m{0.0f};  ///< to be applied now
  float unused = 0.0f;
  glm::vec3 shifted_m{0.0f};  ///< in this step so far
  float unused_too = 0.0f;
};

/// Position of a point.
LIMBER_HD inline glm::vec3 place_m(View<const Particle> particles, const Attachment& a) {
  glm::vec3 at(0.0f);
  for (int k = 0; k < 4; ++k) at += particles[a.corners[k]].position_m * a.weights[k];
  return at;
}

/// Moves the grab's references. One thread per hold.
struct LeadParticles {
  static constexpr int grain = 1;
  View<const ParticlePull> pulls;  ///< of each hold
  View<const Particle> before;     ///< at the start of the step
  View<const Particle> earlier;    ///< one step before that
  View<const FrameInputs> inputs;
  View<GrabHold> holds;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const glm::vec3 at = place_m(before, pulls[h].attachment);
    const HeldPoint point{at, (at - place_m(earlier, pulls[h].attachment)) / dt_s};
    holds[h] = led(holds[h], point, inputs[0].grab_target_m, 1.0f, dt_s);
  }
};

/// Computes the shifts of the points to their targets. One thread per hold.
struct AimParticles {
  static constexpr int grain = 1;
  View<const GrabHold> holds;
  View<const Particle> before;  ///< positions at the start of the step
  View<const Particle> particles;
  View<ParticlePull> pulls;
  bool first;  ///< in this step
  float limit_m_s2;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    ParticlePull pull = pulls[h];
    const glm::vec3 start = place_m(before, pull.attachment);
    const glm::vec3 goal = start + dt_s * wanted_m_s(holds[h], start, dt_s);
    if (first) pull.shifted_m = glm::vec3(0.0f);
    const glm::vec3 all = clamped_length(
        pull.shifted_m + goal - place_m(particles, pull.attachment), limit_m_s2 * dt_s * dt_s);
    pull.shift_m = all - pull.shifted_m;
    pull.shifted_m = all;
    pulls[h] = pull;
  }
};

/// One thread per held particle.
struct ShiftParticles {
  static constexpr int grain = 64;
  View<const HeldParticle> held;
  View<const ParticlePull> pulls;
  View<Particle> particles;

  LIMBER_HD void operator()(int i) const {
    particles[held[i].particle].position_m += pulls[held[i].hold].shift_m;
  }
};

/// Gives particles a new inverse mass; the next step copies it to the other ping-pong buffer.
struct SetInverseMass {
  View<const int> which;
  View<const float> inverse_mass_per_kg;
  View<Particle> current;

  LIMBER_HD void operator()(int i) const {
    current[which[i]].inverse_mass_per_kg = inverse_mass_per_kg[i];
  }
};

/// Verlet stores the velocity as a displacement per step, which must be rescaled with the step.
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
