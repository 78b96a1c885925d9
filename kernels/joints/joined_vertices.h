#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// The vertices of a system, within a step.
struct JoinedVertices {
  View<Particle> before;  ///< a substep earlier
  View<Particle> particles;
  float substep_s = 0.0f;
  float kept = 1.0f;  ///< share of their velocity that damping leaves in a step of the system
  glm::vec3 gained_m_s{0.0f};  ///< by gravity in that step

  LIMBER_HD glm::dvec3 velocity_m_s(int v) const {
    return (glm::dvec3(particles[v].position_m) - glm::dvec3(before[v].position_m)) /
           static_cast<double>(substep_s);
  }
  LIMBER_HD void weigh(int v, float inverse_mass_per_kg) const {
    before[v].inverse_mass_per_kg = inverse_mass_per_kg;
    particles[v].inverse_mass_per_kg = inverse_mass_per_kg;
  }
};

}  // namespace limber
