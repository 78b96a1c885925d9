#pragma once

// Neighbours and densities of a fluid's particles, computed once per step [Bender17, section 3].

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/cell_rows.h"
#include "kernels/fluid/particles.h"
#include "kernels/fluid/walls.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Counters of what goes wrong in a fluid.
struct FluidTally {
  long long left_out = 0;  ///< neighbours without room in the lists, summed over steps
  int slowed = 0;          ///< particles clamped to the max displacement, summed over steps
  int refused = 0;         ///< particles of emitters without a free place
  int foam_lost = 0;       ///< specks replaced by newer ones or without room
  int steps = 0;
};

/// Lists the neighbours of a particle, and computes its density, factor and walls. One thread per
/// sorted place.
struct FindFluidNeighbors {
  static constexpr int grain = 128;
  CellRows rows;
  View<const int> first;  ///< of the cells
  View<const Collider> colliders;
  SortedFluid fluid;
  View<FluidTally> tally;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    int found[max_found];
    find(i, found);
  }

  static constexpr int max_found = ListPlaces::capacity + 1;
  /// found: memory for max_found places. Neighbours are found first, then added: the threads of a
  /// warp find theirs at different times, but add them together.
  template <class Found>
  LIMBER_HD void find(int i, Found&& found) const {
    const glm::vec3 x(fluid.places_m[i]);
    const SplineKernel kernel = fluid.traits.kernel;
    const float volume_m3 = fluid.traits.volume_m3;
    const float reach_m2 = kernel.support_m * kernel.support_m;
    const auto is_near = [&](int k) {
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[k]);
      return (k != i) & (glm::dot(offset, offset) < reach_m2);
    };
    int count = 0;
    visit_cells_around(rows, first, x, [&](int k) {
      // Without branches: the next one takes its place if it is not near.
      found[glm::min(count, ListPlaces::capacity)] = k;
      count += is_near(k) ? 1 : 0;
    });
    float sum_per_m3 = kernel.value_per_m3(0.0f);
    glm::vec3 gradient(0.0f);
    float squares = 0.0f;
    const auto added = [&](int k) {
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[k]);
      const float squared_m2 = glm::dot(offset, offset);
      const float distance_m = glm::sqrt(squared_m2);
      sum_per_m3 += kernel.value_per_m3(distance_m);
      const float slope = kernel.slope_per_m5(distance_m) * volume_m3;
      gradient += offset * slope;
      squares += squared_m2 * slope * slope;
      return FluidNeighbor{offset * slope, k};
    };
    const int listed = glm::min(count, ListPlaces::capacity);
    for (int n = 0; n < listed; ++n) fluid.neighbors.set(i, n, added(found[n]));
    if (count > listed) {
      atomic_add(tally[0].left_out, static_cast<long long>(count - listed));
      int passed = 0;
      visit_cells_around(rows, first, x, [&](int k) {
        if (is_near(k) && passed++ >= listed) added(k);
      });
    }
    fluid.neighbors.counts[i] = listed;
    const NearWalls walls = near_walls(colliders, fluid.traits, x, dt_s);
    fluid.set_walls(i, walls);
    fluid.densities[i] = sum_per_m3 * volume_m3 + walls.share;
    const glm::vec3 whole = gradient + walls.gradient_per_m;
    fluid.factors_m2[i] = factor_m2(fluid.traits, glm::dot(whole, whole) + squares);
  }
};

}  // namespace limber
