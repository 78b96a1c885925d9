#pragma once

// White water [Ihmsen12]: fast fluid that traps air or forms a crest emits specks, which the fluid
// moves, but which do not act on it.
//
// Specks are in a ring buffer, where a new one replaces the oldest. Their motion is in
// foam_motion.h.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/cell_rows.h"
#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/mixed_bits.h"
#include "kernels/portable_math.h"
#include "kernels/view.h"

namespace limber {

enum class FoamKind : std::int32_t { foam, spray, bubble };

/// A drop of spray, or a bubble at the surface or below it.
struct alignas(16) Speck {
  glm::vec3 position_m{0.0f};
  float life_s = 0.0f;  ///< remaining; 0: the place is unused
};

struct alignas(16) SpeckMotion {
  glm::vec3 velocity_m_s{0.0f};
  FoamKind kind = FoamKind::foam;
};

/// Head of the ring, and the step's number, for random numbers.
struct FoamClock {
  int head = 0;
  std::uint32_t step = 0;
};

/// The fluid's state for specks: particle positions at the start of the step, velocities at its
/// end.
struct FoamingFluid {
  CellRows rows;
  View<const int> first;  ///< of the cells
  SortedFluid sorted;
  View<const glm::vec4> velocities_m_s;
  bool has_lists;  ///< of neighbours

  /// Calls visit(j, x_i - x_j, distance_m) for each neighbour j of the particle at sorted place i.
  template <class Visit>
  LIMBER_HD void visit_neighbors(int i, const Visit& visit) const {
    const glm::vec3 x(sorted.places_m[i]);
    const float support_m = sorted.traits.kernel.support_m;
    const auto look = [&](int j) {
      const glm::vec3 offset = x - glm::vec3(sorted.places_m[j]);
      const float squared_m2 = glm::dot(offset, offset);
      if (j == i || !(squared_m2 < support_m * support_m)) return;
      visit(j, offset, glm::sqrt(squared_m2));
    };
    if (has_lists) {
      const int count = sorted.neighbors.counts[i];
      for (int k = 0; k < count; ++k) look(sorted.neighbors.place(i, k));
    } else {
      visit_cells_around(rows, first, x, look);
    }
  }
};

/// Outward unit normals at particles of the surface; zero inside the fluid. One thread per sorted
/// place.
struct FindFoamNormals {
  static constexpr int grain = 128;
  /// Threshold for the gradient of the filled share around a particle, times the support: 1 at a
  /// flat surface, and nearly 0 one layer below.
  static constexpr float min_steepness = 0.3f;
  FoamingFluid fluid;
  View<glm::vec4> normals;

  LIMBER_HD void operator()(int i) const {
    const SortedFluid& sorted = fluid.sorted;
    const SplineKernel kernel = sorted.traits.kernel;
    const NearWalls* const walls = sorted.walls_of(i);
    glm::vec3 gradient = walls ? walls->gradient_per_m : glm::vec3(0.0f);
    const int listed = fluid.has_lists ? sorted.neighbors.counts[i] : 0;
    for (int n = 0; n < listed; ++n) gradient += sorted.neighbors.at(i, n).gradient_per_m;
    const int near = sorted.immersed.count(i);
    for (int n = 0; n < near; ++n) gradient += sorted.immersed.at(i, n).gradient_per_m;
    if (!fluid.has_lists)
      fluid.visit_neighbors(i, [&](int, const glm::vec3& offset, float distance_m) {
        gradient += offset * (kernel.slope_per_m5(distance_m) * sorted.traits.volume_m3);
      });
    const float steep = glm::sqrt(glm::dot(gradient, gradient));
    const bool at_surface = steep * kernel.support_m > min_steepness;
    normals[i] = glm::vec4(at_surface ? gradient * (-1.0f / steep) : glm::vec3(0.0f), 0.0f);
  }
};

/// Clamp to a share: 0 below `low`, 1 from `high` on (section 3).
struct FoamRange {
  float low, high;
  LIMBER_HD float share(float value) const {
    return glm::clamp((value - low) / (high - low), 0.0f, 1.0f);
  }
};

/// Ranges in which fluid begins to foam.
struct FoamPotentials {
  FoamRange energy_m2_s2;            ///< kinetic, per mass
  FoamRange closing_m_s;             ///< mean approach speed of a particle's neighbours
  FoamRange crest;                   ///< mean difference of the normals around a particle
  float closing_share, crest_share;  ///< one over the sum of weights in a lattice
};

/// Computes how many specks each particle emits. One thread per sorted place.
struct CountFoam {
  static constexpr int grain = 128;
  static constexpr int max_births = 16;  ///< per particle and step
  /// Minimum cosine between the velocity and the normal of a crest.
  static constexpr float min_along = 0.6f;
  FoamingFluid fluid;
  FoamPotentials potentials;
  View<const glm::vec4> normals;
  View<const int> order;
  View<const FoamClock> clock;
  View<int> births;
  float air_per_s, crest_per_s;  ///< specks per particle at full potentials
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    births[i] = 0;
    const glm::vec3 v(fluid.velocities_m_s[i]);
    const float speed2 = glm::dot(v, v);
    const float energy = potentials.energy_m2_s2.share(0.5f * speed2);
    if (!(energy > 0.0f)) return;
    const glm::vec3 n(normals[i]);
    const bool has_crest = glm::dot(v, n) >= min_along * glm::sqrt(speed2) && n != glm::vec3(0.0f);
    const float support_m = fluid.sorted.traits.kernel.support_m;
    float closing_m_s = 0.0f, crest = 0.0f;
    fluid.visit_neighbors(i, [&](int j, const glm::vec3& offset, float distance_m) {
      const float weight = 1.0f - distance_m / support_m;
      const glm::vec3 relative = v - glm::vec3(fluid.velocities_m_s[j]);
      const float along = distance_m > 0.0f ? glm::dot(relative, offset) / distance_m : 0.0f;
      closing_m_s += weight * (glm::sqrt(glm::dot(relative, relative)) - along);
      const glm::vec3 other(normals[j]);
      if (has_crest && other != glm::vec3(0.0f) && glm::dot(offset, n) > 0.0f)
        crest += weight * (1.0f - glm::dot(n, other));
    });
    const float air = potentials.closing_m_s.share(potentials.closing_share * closing_m_s);
    const float wave = potentials.crest.share(potentials.crest_share * crest);
    const float wanted = energy * (air_per_s * air + crest_per_s * wave) * dt_s;
    RandomShares random(static_cast<std::uint32_t>(order[i]), clock[0].step);
    births[i] = static_cast<int>(glm::min(wanted + random.next(), static_cast<float>(max_births)));
  }
};

/// Emits specks along the path of each particle (section 4.1). One thread per sorted place.
struct BearFoam {
  FoamingFluid fluid;
  View<const int> order;
  View<const int> births, birth_sums;
  View<const FoamClock> clock;
  View<Speck> specks;
  View<SpeckMotion> motions;
  View<FluidTally> tally;
  float radius_m;  ///< of the cylinder around the path
  float life_s;    ///< mean
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const int born = births[i];
    if (born == 0) return;
    const glm::vec3 x(fluid.sorted.places_m[i]), v(fluid.velocities_m_s[i]);
    const float speed = glm::sqrt(glm::dot(v, v));
    const glm::vec3 along = speed > 0.0f ? v / speed : glm::vec3(0.0f, 1.0f, 0.0f);
    const float y = along.y < 0.0f ? -along.y : along.y;
    const glm::vec3 beside = y < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    const glm::vec3 across = glm::normalize(glm::cross(along, beside));
    const glm::vec3 up = glm::cross(along, across);
    // The first number has been used for the count.
    RandomShares random(static_cast<std::uint32_t>(order[i]), clock[0].step);
    random.next();
    const int first = birth_sums[i] - born;
    for (int n = 0; n < born; ++n) {
      const float off = glm::sqrt(random.next()), turns = random.next(), gone = random.next();
      const glm::vec3 aside =
          off * (sin_of_turns(turns + 0.25f) * across + sin_of_turns(turns) * up);
      const float lives = 0.4f + 1.2f * random.next();
      if (first + n >= specks.size) {
        atomic_add(tally[0].foam_lost, 1);
        continue;
      }
      const int place = (clock[0].head + first + n) % specks.size;
      if (specks[place].life_s > 0.0f) atomic_add(tally[0].foam_lost, 1);
      specks[place] = {x + aside * radius_m + v * (gone * dt_s), lives * life_s};
      // The paper adds the offset in metres; a share of the speed makes the spread independent of
      // scale.
      motions[place] = {v + aside * (spread * speed), FoamKind::foam};
    }
  }

  static constexpr float spread = 0.05f;
};

/// Ends a step of the foam. One element.
struct TurnFoamClock {
  View<const int> birth_sums;
  View<FoamClock> clock;
  int places;

  LIMBER_HD void operator()(int) const {
    const int born = birth_sums[birth_sums.size - 1];
    clock[0] = {(clock[0].head + born % places) % places, clock[0].step + 1};
  }
};

}  // namespace limber
