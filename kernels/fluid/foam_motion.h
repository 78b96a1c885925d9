#pragma once

// Motion of white water [Ihmsen12, section 4.2]: spray is ballistic, foam is advected, bubbles rise
// in the fluid. The kind of a speck follows from the number of particles around it.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/collider.h"
#include "kernels/fluid/flow.h"
#include "kernels/fluid/foam.h"
#include "kernels/fluid/publish_fluid.h"
#include "kernels/fluid/walls.h"
#include "kernels/hd.h"
#include "kernels/portable_math.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Numbers of particles within the kernel support: 33 in a lattice, and half of that at its
/// surface.
struct FoamCounts {
  static constexpr float all = 33.0f;
  static constexpr int foam = 5;          ///< minimum for foam; fewer: spray
  static constexpr float bubble = 24.0f;  ///< more: bubble, from half a spacing deep
  static constexpr float afloat = 11.0f;  ///< at the drawn surface
};

/// Moves specks and removes expired ones. One thread per speck.
struct MoveFoam {
  static constexpr int grain = 128;
  static constexpr float bubble_drag_per_s = 30.0f;  ///< towards the fluid's velocity
  static constexpr float bubble_rise_m_s = 0.25f;    ///< in fluid at rest, for 1 to 5 mm
  /// Max speed of foam back to the surface.
  static constexpr float foam_rise_m_s = 0.2f;
  FoamingFluid fluid;
  View<const Collider> colliders;
  View<const FluidDrain> drains;
  View<Speck> specks;
  View<SpeckMotion> motions;
  float keep_m;  ///< minimum distance from solids
  float gravity_m_s2;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    Speck speck = specks[i];
    if (!(speck.life_s > 0.0f)) return;
    const glm::vec3 x = speck.position_m;
    const SplineKernel kernel = fluid.sorted.traits.kernel;
    int count = 0;
    float weights = 0.0f;
    glm::vec3 carried_m_s(0.0f);
    const float support_m2 = kernel.support_m * kernel.support_m;
    visit_cells_around(fluid.rows, fluid.first, x, [&](int k) {
      const glm::vec3 offset = x - glm::vec3(fluid.sorted.places_m[k]);
      const float left_m2 = support_m2 - glm::dot(offset, offset);
      if (!(left_m2 > 0.0f)) return;
      ++count;
      // "poly6" of [Mueller03], which needs no square root.
      const float share = left_m2 / support_m2;
      const float weight = share * share * share;
      weights += weight;
      carried_m_s += weight * glm::vec3(fluid.velocities_m_s[k]);
    });
    if (weights > 0.0f) carried_m_s /= weights;
    float to_solid_m = 2.0f * kernel.support_m;
    for (int c = 0; c < colliders.size; ++c)
      to_solid_m = glm::min(to_solid_m, nearest_surface(colliders[c], x).distance_m);
    // Solids count as fluid, as in the density.
    const float around =
        static_cast<float>(count) + FoamCounts::all * kernel.behind_plane(to_solid_m);

    SpeckMotion motion = motions[i];
    const float upward = gravity_m_s2 < 0.0f ? -1.0f : 1.0f;
    if (count < FoamCounts::foam) {
      motion.kind = FoamKind::spray;
      motion.velocity_m_s.y -= gravity_m_s2 * dt_s;
    } else if (around > FoamCounts::bubble) {
      // Implicit drag, stable for any step length.
      const float drag = bubble_drag_per_s * dt_s;
      motion.kind = FoamKind::bubble;
      carried_m_s.y += upward * bubble_rise_m_s;
      motion.velocity_m_s = (motion.velocity_m_s + carried_m_s * drag) / (1.0f + drag);
    } else {
      const float deep = (around - FoamCounts::afloat) / FoamCounts::afloat;
      motion.kind = FoamKind::foam;
      motion.velocity_m_s = carried_m_s;
      motion.velocity_m_s.y += upward * foam_rise_m_s * glm::clamp(deep, -1.0f, 1.0f);
    }
    if (motion.kind != FoamKind::bubble) speck.life_s -= dt_s;
    const glm::vec3 displacement_m = motion.velocity_m_s * dt_s;
    speck.position_m += displacement_m;
    const glm::vec3 reached_m = speck.position_m;
    // Most specks are far from solids.
    if (to_solid_m < kernel.support_m + glm::sqrt(glm::dot(displacement_m, displacement_m)))
      keep_out(colliders, x, keep_m, dt_s, speck.position_m, motion.velocity_m_s);
    // A drop that hits a solid vanishes.
    if (motion.kind == FoamKind::spray && speck.position_m != reached_m) speck.life_s = 0.0f;
    for (int k = 0; k < drains.size; ++k)
      if (drains[k].takes(speck.position_m)) speck.life_s = 0.0f;
    if (!(speck.life_s > 0.0f) || !is_finite(speck.position_m)) {
      speck = {};
      motion = {};
    }
    specks[i] = speck;
    motions[i] = motion;
  }
};

/// Copies specks, to be blended with those of the next step. One thread per speck.
struct CopySpecks {
  View<const Speck> specks;
  View<Speck> previous;
  LIMBER_HD void operator()(int i) const { previous[i] = specks[i]; }
};

/// Vertices of the foam, one for each place of the ring.
struct PublishFoam {
  View<const Speck> specks;
  View<const Speck> previous;  ///< empty: show specks as they are
  View<const SpeckMotion> motions;
  float blend;  ///< 0 shows `previous`, 1 shows `specks`
  float support_m;
  bool shows_speed;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are
  View<PublishedVertex> out;

  /// Factor on the radius: drops and bubbles are finer than foam; all shrink as they expire.
  LIMBER_HD float shown_share(int i, float life_s) const {
    constexpr float fades_s = 0.7f;
    const float of_kind = motions[i].kind == FoamKind::foam ? 1.0f : 0.6f;
    const float own = 0.5f + 0.5f * share_of_bits(mixed_bits(static_cast<std::uint32_t>(i)));
    return glm::max(of_kind * own * glm::min(1.0f, life_s / fades_s), 1e-3f);
  }

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    const Speck speck = specks[i];
    if (!(speck.life_s > 0.0f)) {
      out[i] = {parked(i, support_m).position_m, 0.0f, glm::vec3(0.0f), 0.0f};
      return;
    }
    const glm::vec3 v = motions[i].velocity_m_s;
    glm::vec3 x = speck.position_m;
    if (!previous.empty()) {
      // A new speck may have reused the place of another one.
      const Speck old = previous[i];
      const bool same = old.life_s >= speck.life_s && glm::distance(old.position_m, x) < support_m;
      if (same) x = old.position_m + (x - old.position_m) * blend;
    }
    out[i] = {x, shows_speed ? glm::sqrt(glm::dot(v, v)) : 0.0f, v, shown_share(i, speck.life_s)};
  }
};

/// Number of specks of each kind.
struct FoamSums {
  int foam = 0, spray = 0, bubbles = 0;

  LIMBER_HD void add(const FoamSums& other) {
    foam += other.foam;
    spray += other.spray;
    bubbles += other.bubbles;
  }
};

inline constexpr int foam_sums_block = 256;

struct SumBlockOfFoam {
  static constexpr int grain = 1;
  View<const Speck> specks;
  View<const SpeckMotion> motions;
  View<FoamSums> block_sums;

  LIMBER_HD void operator()(int block) const {
    FoamSums sums;
    const int end = glm::min((block + 1) * foam_sums_block, specks.size);
    for (int i = block * foam_sums_block; i < end; ++i) {
      if (!(specks[i].life_s > 0.0f)) continue;
      const FoamKind kind = motions[i].kind;
      sums.add({kind == FoamKind::foam ? 1 : 0, kind == FoamKind::spray ? 1 : 0,
                kind == FoamKind::bubble ? 1 : 0});
    }
    block_sums[block] = sums;
  }
};

/// Adds up the block sums; one element.
struct SumFoam {
  View<const FoamSums> block_sums;
  View<FoamSums> total;

  LIMBER_HD void operator()(int) const {
    FoamSums sums;
    for (int i = 0; i < block_sums.size; ++i) sums.add(block_sums[i]);
    total[0] = sums;
  }
};

}  // namespace limber
