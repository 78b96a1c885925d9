#pragma once

// Statistics of a pile: sums in a fixed order, the same bits on every backend.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

struct PileSums {
  double overlap = 0.0;              ///< of all contacts, as a share of the diameter
  double contacts = 0.0;             ///< each counted from both sides
  double speed_squared_m2_s2 = 0.0;  ///< of all centres of mass
};

inline constexpr int pile_block = 256;

/// Sums over `pile_block` spheres and as many bodies per element.
struct SumBlockOfPile {
  static constexpr int grain = 1;
  View<const SphereForce> forces;
  View<const SphereOnBody> on_body;
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<PileSums> block_sums;

  LIMBER_HD void operator()(int block) const {
    const int first = block * pile_block;
    PileSums sums;
    for (int i = first; i < first + pile_block && i < forces.size; ++i) {
      sums.overlap += forces[i].overlap_m / (2.0f * on_body[i].radius_m);
      sums.contacts += forces[i].contacts;
    }
    for (int b = first; b < first + pile_block && b < momenta.size; ++b) {
      const glm::vec3 v = momenta[b].linear_kg_m_s * inertias[b].inverse_mass_per_kg;
      sums.speed_squared_m2_s2 += glm::dot(v, v);
    }
    block_sums[block] = sums;
  }
};

/// Adds up the block sums; one element.
struct SumPile {
  View<const PileSums> block_sums;
  View<PileSums> total;

  LIMBER_HD void operator()(int) const {
    PileSums sums;
    for (int i = 0; i < block_sums.size; ++i) {
      sums.overlap += block_sums[i].overlap;
      sums.contacts += block_sums[i].contacts;
      sums.speed_squared_m2_s2 += block_sums[i].speed_squared_m2_s2;
    }
    total[0] = sums;
  }
};

}  // namespace limber
