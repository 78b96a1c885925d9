#pragma once

// Micropolar fluid [Bender18]: each particle has an angular velocity, which follows the flow's
// vorticity and drives the flow, so that eddies survive numerical dissipation.
//
// In the paper, the driving force is the curl of all angular velocities as a difference formula,
// which does not conserve momentum. With the symmetric formula, which does, a drop spinning in the
// air speeds up without limit, and a pool at rest boils. So here particles give only their surplus
// over the flow, and lose a part of it. That hardly amplifies eddies: a freely spinning drop gains
// a fifth per second. As in the paper, the flow does not lose what the particles take.

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Updates the particles' angular velocities from the flow, and computes their surplus. One thread
/// per sorted place.
struct TakeSpin {
  static constexpr int grain = 128;
  /// Rate at which a surplus is lost, relative to that at which a deficit is filled: eddies last
  /// longer with it (measured).
  static constexpr float lost = 0.25f;
  SortedFluid fluid;
  View<const int> order;
  View<glm::vec4> spins_rad_s;    ///< in the order of particles; w is 0
  View<glm::vec4> surplus_rad_s;  ///< sorted; twice the excess over the flow's, along the spin
  float taken;                    ///< half the share of the difference that a step takes

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 v(fluid.velocities_m_s[i]);
    glm::vec3 curl(0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const FluidNeighbor other = fluid.neighbors.at(i, k);
      curl += glm::cross(v - glm::vec3(fluid.velocities_m_s[other.place]), other.gradient_per_m);
    }
    const int own = order[i];
    const glm::vec3 spin(spins_rad_s[own]);
    const glm::vec3 missing = curl - 2.0f * spin;
    const float along = glm::dot(missing, spin), squared = glm::dot(spin, spin);
    const bool has_more = along < 0.0f && squared > 0.0f;
    surplus_rad_s[i] = glm::vec4(has_more ? spin * (-along / squared) : glm::vec3(0.0f), 0.0f);
    spins_rad_s[own] = glm::vec4(spin + missing * (has_more ? taken * lost : taken), 0.0f);
  }
};

/// Drives velocities by the curl of the surplus. One thread per sorted place.
struct GiveSpin {
  static constexpr int grain = 128;
  SortedFluid fluid;
  View<const glm::vec4> surplus_rad_s;
  View<glm::vec4> velocities_after_m_s;
  float transfer_m2;  ///< coefficient, times the step's length

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 own(surplus_rad_s[i]);
    glm::vec3 driven(0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const FluidNeighbor other = fluid.neighbors.at(i, k);
      driven += glm::cross(other.gradient_per_m, own + glm::vec3(surplus_rad_s[other.place]));
    }
    velocities_after_m_s[i] += glm::vec4(driven * transfer_m2, 0.0f);
  }
};

}  // namespace limber
