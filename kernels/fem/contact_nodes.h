#pragma once

// Nodes in the world's contacts, which are solved after the nodes' own step.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/fem/collider_distances.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

struct ShowContactNodes {
  View<const glm::vec3> positions_m;
  View<const float> masses_kg;
  View<const int> pinned;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    points[i] = {positions_m[i], pinned[i] != 0 ? 0.0f : 1.0f / masses_kg[i]};
  }
};

/// Pushes nodes out of solids by as much as contacts have pushed them in; the nodes' own step
/// handles the rest.
struct CollideContactNodes {
  View<const Collider> colliders;
  View<const glm::vec3> positions_m;  ///< after that step
  View<Particle> particles;
  ColliderDistances distances;

  LIMBER_HD void operator()(int i) const {
    if (particles[i].inverse_mass_per_kg == 0.0f) return;
    glm::vec3 x = particles[i].position_m;
    for (int k = 0; k < colliders.size; ++k) {
      const SurfacePoint surface = nearest_surface(colliders[k], x);
      const float kept_m = distances.of(k);
      if (!(surface.distance_m < kept_m)) continue;
      const float before_m = nearest_surface(colliders[k], positions_m[i]).distance_m;
      const float pushed_m = glm::min(before_m, kept_m) - surface.distance_m;
      if (pushed_m > 0.0f) x += surface.normal * pushed_m;
    }
    particles[i].position_m = x;
  }
};

/// Takes over the positions from contacts, and the resulting velocity changes.
struct TakeContactNodes {
  View<const Particle> starts;  ///< at the start of the world's step
  View<const Particle> before;  ///< the same plus corrections that add no velocity
  View<const Particle> particles;
  View<glm::vec3> positions_m;
  View<glm::vec3> velocities_m_s;
  View<Particle> shown;
  float dt_s;  ///< of the world's step

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 now = particles[i].position_m;
    const glm::vec3 without_speed = before[i].position_m - starts[i].position_m;
    velocities_m_s[i] += (now - positions_m[i] - without_speed) / dt_s;
    positions_m[i] = now;
    shown[i].position_m = now;
  }
};

}  // namespace limber
