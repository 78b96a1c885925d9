#pragma once

// Particles that the contacts of a world have moved, after a step of their own.

#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// Takes over where particles have come to, and the speed that this gave them.
struct TakeContactPoints {
  View<const Particle> starts;          ///< of the world's step
  View<const Particle> contact_before;  ///< the same, moved by what gives no speed
  View<const Particle> contact_particles;
  View<Particle> before;  ///< a substep earlier
  View<Particle> particles;
  float substep_share;  ///< of the world's step

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 now = contact_particles[i].position_m;
    const glm::vec3 moved = now - particles[i].position_m;
    const glm::vec3 without_speed = contact_before[i].position_m - starts[i].position_m;
    particles[i].position_m = now;
    before[i].position_m += moved - (moved - without_speed) * substep_share;
  }
};

}  // namespace limber
