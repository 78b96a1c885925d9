#pragma once

// Nodes as the contacts of a world see and move them, after a step of their own.

#include <glm/glm.hpp>

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

/// Takes over where nodes have come to, and the speed that this gave them.
struct TakeContactNodes {
  View<const Particle> starts;  ///< of the world's step
  View<const Particle> before;  ///< the same, moved by what gives no speed
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
