#pragma once

// A fluid whose particles spin: the micropolar model of [Bender18]. Each has an angular velocity of
// its own, which follows the flow around it and drives it: so eddies outlast what wears off the
// flow.
//
// Theirs drives by the curl of what all particles have, as differences, which do not keep momentum.
// As sums over two particles, which do, they let a drop that turns in the air turn ever faster, and
// a pool at rest boil. So here particles give only what they have more than the flow, and lose a
// part of it. An eddy is hardly driven beyond what it was: a drop that turns freely gains a fifth
// in a second. As in theirs the flow does not lose what they take.

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Lets particles follow the flow, and finds what they have more than it. One thread a sorted
/// place.
struct TakeSpin {
  static constexpr int grain = 128;
  /// Of what they have more, over what they take where they have less: measured, eddies last
  /// longer so.
  static constexpr float lost = 0.25f;
  SortedFluid fluid;
  View<const int> order;
  View<glm::vec4> spins_rad_s;    ///< in the order of particles; w is 0
  View<glm::vec4> surplus_rad_s;  ///< sorted: twice that of the spin over the flow's, along it
  float taken;                    ///< share of a spin's difference, over 2

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

/// Drives velocities with what particles have more, by its curl. One thread a sorted place.
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
