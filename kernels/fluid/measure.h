#pragma once

// Statistics of a fluid: sums in a fixed order, the same bits on every backend.

#include <glm/glm.hpp>

#include "kernels/fluid/flow.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

struct FluidSums {
  double too_dense = 0.0;  ///< sum of the positive relative density errors
  double speed_squared_m2_s2 = 0.0;
  double viscous_left_m2_s2 = 0.0;  ///< squared residuals of the viscosity solve
  int particles = 0;                ///< places that are not free
  float densest = 0.0f;             ///< largest relative density error
  float fastest_m_s = 0.0f;

  LIMBER_HD void add(const FluidSums& other) {
    too_dense += other.too_dense;
    speed_squared_m2_s2 += other.speed_squared_m2_s2;
    viscous_left_m2_s2 += other.viscous_left_m2_s2;
    particles += other.particles;
    densest = glm::max(densest, other.densest);
    fastest_m_s = glm::max(fastest_m_s, other.fastest_m_s);
  }
};

inline constexpr int fluid_sums_block = 256;

/// Reorders measures from the sorted order to that of the particles. One thread per sorted place.
struct KeepMeasures {
  View<const int> order;
  View<const float> densities;
  View<const float> pressures_m2_s2;             ///< of the density solve
  View<const float> divergence_pressures_m2_s2;  ///< of the divergence solve; empty: none
  View<float> errors;
  View<float> pressures_Pa;
  float pressure_share;  ///< times the density at rest

  LIMBER_HD void operator()(int k) const {
    float pressure_m2_s2 = pressures_m2_s2[k];
    if (!divergence_pressures_m2_s2.empty()) pressure_m2_s2 += divergence_pressures_m2_s2[k];
    errors[order[k]] = densities[k] - 1.0f;
    pressures_Pa[order[k]] = pressure_share * pressure_m2_s2;
  }
};

struct SumBlockOfFluid {
  static constexpr int grain = 1;
  View<const Particle> particles;
  View<const float> density_errors;
  View<const FluidMotion> motions;
  View<const glm::vec4> viscous_changes_m_s;
  View<FluidSums> block_sums;

  LIMBER_HD void operator()(int block) const {
    FluidSums sums;
    for (int i = block * fluid_sums_block; i < (block + 1) * fluid_sums_block && i < motions.size;
         ++i) {
      if (is_free(particles[i])) continue;
      const glm::vec3 v = motions[i].velocity_m_s;
      const float squared = glm::dot(v, v);
      const float error = glm::max(density_errors[i], 0.0f);
      sums.add({.too_dense = error,
                .speed_squared_m2_s2 = squared,
                .viscous_left_m2_s2 = viscous_changes_m_s[i].w,
                .particles = 1,
                .densest = error,
                .fastest_m_s = glm::sqrt(squared)});
    }
    block_sums[block] = sums;
  }
};

/// Adds up the block sums; one element.
struct SumFluid {
  View<const FluidSums> block_sums;
  View<FluidSums> total;

  LIMBER_HD void operator()(int) const {
    FluidSums sums;
    for (int i = 0; i < block_sums.size; ++i) sums.add(block_sums[i]);
    total[0] = sums;
  }
};

}  // namespace limber
