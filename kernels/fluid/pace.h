#pragma once

// Max speed of a fluid and of what moves it, for adaptive steps: the CFL condition of particle
// fluids, which limits displacements per step in spacings [IhmsenSTAR14, section 3.3].

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/fluid/flow.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Max speeds of the latest states, one per step of the world.
struct FluidPace {
  static constexpr int kept = 32;
  float fastest_m_s[kept]{};  ///< of state n at n % kept
  int known = 0;              ///< number of states so far, including the start
};

inline constexpr int fastest_block = 64;

/// Squared max speed of a block of particles.
struct FastestOfParticles {
  View<const FluidMotion> motions;
  View<float> fastest_m2_s2;

  LIMBER_HD void operator()(int block) const {
    float fastest = 0.0f;
    for (int i = block * fastest_block; i < (block + 1) * fastest_block && i < motions.size; ++i)
      fastest = glm::max(fastest, glm::dot(motions[i].velocity_m_s, motions[i].velocity_m_s));
    fastest_m2_s2[block] = fastest;
  }
};

/// Max over a block of these.
struct FastestOfBlocks {
  View<const float> blocks_m2_s2;
  View<float> fastest_m2_s2;

  LIMBER_HD void operator()(int block) const {
    float fastest = 0.0f;
    for (int i = block * fastest_block; i < (block + 1) * fastest_block && i < blocks_m2_s2.size;
         ++i)
      fastest = glm::max(fastest, blocks_m2_s2[i]);
    fastest_m2_s2[block] = fastest;
  }
};

/// Upper bound on the speed of any point of a collider.
LIMBER_HD inline float fastest_m_s(const Collider& c) {
  float reach_m = 0.0f;
  if (c.turn_rad_s != 0.0f) {
    const glm::vec3 last = glm::vec3(c.field.samples - 1) * c.field.spacing_m;
    const glm::vec3 furthest =
        c.shape == ColliderShape::mesh
            ? glm::max(glm::abs(c.field.origin_m), glm::abs(c.field.origin_m + last))
            : c.half_size_m + glm::vec3(c.radius_m, c.half_length_m + c.radius_m, 0.0f);
    reach_m = glm::length(furthest) + glm::length(c.off_axis_m);
  }
  return glm::length(c.velocity_m_s) + glm::abs(c.turn_rad_s) * reach_m;
}

/// Records the max speed of particles, colliders and jets. One element.
struct NotePace {
  View<const float> blocks_m2_s2;
  View<const Collider> colliders;
  View<const FluidEmitter> emitters;
  View<const EmitterState> emitter_states;
  View<FluidPace> pace;
  float ahead_s;  ///< a jet counts from that long before it begins

  LIMBER_HD void operator()(int) const {
    float squared = 0.0f;
    for (int i = 0; i < blocks_m2_s2.size; ++i) squared = glm::max(squared, blocks_m2_s2[i]);
    float fastest = glm::sqrt(squared);
    for (int c = 0; c < colliders.size; ++c) fastest = glm::max(fastest, fastest_m_s(colliders[c]));
    for (int e = 0; e < emitters.size; ++e) {
      const double now_s = emitter_states[e].time_s;
      if (now_s + ahead_s >= emitters[e].start_s && now_s < emitters[e].stop_s)
        fastest = glm::max(fastest, emitters[e].speed_m_s);
    }
    FluidPace& noted = pace[0];
    noted.fastest_m_s[noted.known % FluidPace::kept] = fastest;
    ++noted.known;
  }
};

}  // namespace limber
