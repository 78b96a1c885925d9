#pragma once

// Particles in the world's contacts, which are solved after the particles' own step.

#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// Takes over the positions from contacts, and the resulting velocity changes.
struct TakeContactPoints {
  View<const Particle> starts;          ///< at the start of the world's step
  View<const Particle> contact_before;  ///< the same plus corrections that add no velocity
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
