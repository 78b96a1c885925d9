#pragma once

// The end of a fluid's step, and its response to the world's contacts.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/clamped_length.h"
#include "kernels/collider.h"
#include "kernels/fluid/flow.h"
#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/particles.h"
#include "kernels/fluid/walls.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Moves particles and stores positions and velocities in the order of creation. One thread per
/// sorted place.
struct MoveFluid {
  View<const int> order;
  View<const glm::vec4> velocities_m_s;  ///< sorted
  View<const float> pressures_m2_s2;     ///< sorted; empty: there are none
  View<const Collider> colliders;
  View<const FluidEmitter> emitters;
  View<const EmitterState> emitter_states;
  View<Particle> particles;
  View<FluidMotion> motions;
  View<int> not_finite;
  View<FluidTally> tally;
  float keep_m;              ///< minimum distance from solids
  float max_displacement_m;  ///< max displacement of a particle in a step
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    const int i = order[k];
    Particle particle = particles[i];
    if (is_free(particle)) return;
    glm::vec3 velocity(velocities_m_s[k]);
    for (int e = 0; e < emitters.size; ++e)
      if (emitter_states[e].flows != 0 && emitters[e].holds(particle.position_m))
        velocity = emitters[e].direction * emitters[e].speed_m_s;
    const float max_m_s = max_displacement_m / dt_s;
    if (glm::dot(velocity, velocity) > max_m_s * max_m_s) {
      atomic_add(tally[0].slowed, 1);
      velocity = clamped_length(velocity, max_m_s);
    }
    const glm::vec3 start_m = particle.position_m;
    particle.position_m += velocity * dt_s;
    keep_out(colliders, start_m, keep_m, dt_s, particle.position_m, velocity);
    if (!is_finite(particle.position_m)) raise_flag(not_finite[0]);
    particles[i] = particle;
    motions[i] = {velocity, pressures_m2_s2.empty() ? 0.0f : pressures_m2_s2[k]};
  }
};

/// Pushes particles that contacts have moved into solids out again.
struct CollideFluid {
  View<const Collider> colliders;
  View<const Particle> moved;  ///< after the fluid's own step
  View<Particle> particles;
  float keep_m;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 x = particles[i].position_m;
    if (x == moved[i].position_m) return;
    for (int k = 0; k < colliders.size; ++k) {
      const SurfacePoint surface = nearest_surface(colliders[k], x);
      if (surface.distance_m < keep_m) x += surface.normal * (keep_m - surface.distance_m);
    }
    particles[i].position_m = x;
  }
};

/// Takes over the positions from contacts, and the resulting velocity changes.
struct TakeContactFluid {
  View<const Particle> starts;   ///< at the start of the world's step
  View<const Particle> before;   ///< the same plus corrections that add no velocity
  View<const Particle> reached;  ///< after contacts
  View<Particle> particles;
  View<FluidMotion> motions;
  float dt_s;  ///< of the world's step

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 now = reached[i].position_m;
    const glm::vec3 without_speed = before[i].position_m - starts[i].position_m;
    motions[i].velocity_m_s += (now - particles[i].position_m - without_speed) / dt_s;
    particles[i].position_m = now;
  }
};

}  // namespace limber
