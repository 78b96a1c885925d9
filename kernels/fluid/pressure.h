#pragma once

// Pressures that keep a fluid incompressible [Bender17]. The paper sums corrections that are never
// negative; here only the sum is clamped, so that warm-started pressures can be reduced, as in the
// relaxed Jacobi iterations of [Ihmsen14].

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// The two solves of a step.
enum class FluidSolve { density, divergence };

/// Computes pressure changes from the current velocities. One thread per sorted place.
struct ChangePressures {
  static constexpr int grain = 128;
  /// Min neighbours for the divergence solve: at the surface, where some are missing, it does not
  /// apply.
  static constexpr int whole = 20;
  FluidSolve solve;
  SortedFluid fluid;
  View<float> pressures_m2_s2;  ///< divided by the rest density
  View<float> changes_m2_s2;
  float dt_s;
  float relaxation;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 v(fluid.velocities_m_s[i]);
    const int count = fluid.neighbors.counts[i];
    float rate_per_s = 0.0f;
    for (int k = 0; k < count; ++k) {
      const FluidNeighbor other = fluid.neighbors.at(i, k);
      rate_per_s +=
          glm::dot(v - glm::vec3(fluid.velocities_m_s[other.place]), other.gradient_per_m);
    }
    const NearWalls* const walls = fluid.walls_of(i);
    if (walls) rate_per_s += glm::dot(walls->gradient_per_m, v - walls->velocity_m_s);
    const int near = fluid.immersed.count(i);
    for (int k = 0; k < near; ++k) {
      const NearSphere sphere = fluid.immersed.at(i, k);
      rate_per_s += glm::dot(v - fluid.immersed.velocity_m_s(sphere.index), sphere.gradient_per_m);
    }
    const float density = fluid.densities[i];
    const float before = pressures_m2_s2[i];
    const float factor = relaxation * fluid.factors_m2[i] / (dt_s * dt_s);
    float after = 0.0f;
    if (solve == FluidSolve::density) {
      after = glm::max(0.0f, before + (density - 1.0f + dt_s * rate_per_s) * factor);
    } else if (count + static_cast<int>(walls ? walls->share * whole : 0.0f) >= whole &&
               density > 0.98f) {
      after = glm::max(0.0f, before + dt_s * rate_per_s * factor);
    }
    pressures_m2_s2[i] = after;
    changes_m2_s2[i] = after - before;
  }
};

/// Applies the pressure changes to velocities. One thread per sorted place.
struct ApplyPressures {
  static constexpr int grain = 128;
  SortedFluid fluid;
  View<const float> changes_m2_s2;
  float mass_kg;  ///< of a particle
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const float own = changes_m2_s2[i];
    const NearWalls* const walls = fluid.walls_of(i);
    glm::vec3 pull = walls ? walls->gradient_per_m * own : glm::vec3(0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const FluidNeighbor other = fluid.neighbors.at(i, k);
      pull += other.gradient_per_m * (own + changes_m2_s2[other.place]);
    }
    const int near = fluid.immersed.count(i);
    for (int k = 0; k < near; ++k) {
      const NearSphere sphere = fluid.immersed.at(i, k);
      const glm::vec3 own_pull =
          sphere.gradient_per_m * (fluid.immersed.pushed(sphere.index) * own);
      pull += own_pull;
      if (own != 0.0f) fluid.immersed.impulses.add_N_s(sphere.index, own_pull * (mass_kg * dt_s));
    }
    const glm::vec3 v = glm::vec3(fluid.velocities_m_s[i]) - pull * dt_s;
    fluid.velocities_m_s[i] = glm::vec4(walls ? walls->kept_out_m_s(v) : v, 0.0f);
  }
};

/// Scales the pressures for the warm start of the next step. One thread per particle.
struct KeepPressures {
  View<float> pressures_m2_s2;
  float kept;  ///< share

  LIMBER_HD void operator()(int i) const {
    pressures_m2_s2[i] = kept > 0.0f ? pressures_m2_s2[i] * kept : 0.0f;
  }
};

}  // namespace limber
