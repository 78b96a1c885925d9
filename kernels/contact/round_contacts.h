#pragma once

// Moving spheres and capsules in contacts of surfaces: neither they nor a triangle near them cross
// a plane between the two in a substep, as between the sides of a pair (hold_back.h). Otherwise
// only points avoid them, which is not enough where other contacts hold the points back.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/collider.h"
#include "kernels/contact/collider_faces.h"
#include "kernels/contact/near_features.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Allowed shares of the colliders' displacements, as passes over the triangles lower them: bits of
/// floats, per pass for all leaders. A pass sees only what earlier passes have done, in whatever
/// order its own threads run.
struct RoundShares {
  /// Those of StayBehindPlanes, and one more in which only colliders are held back.
  static constexpr int passes = moving_planes + 2;
  View<int> lowered;
  int colliders;

  LIMBER_HD float before(int pass, int leader) const {
    int least = bits_of(1.0f);
    for (int p = 0; p < pass; ++p) least = glm::min(least, lowered[p * colliders + leader]);
    return float_of(least);
  }
};

/// Lowers shares until neither a triangle nor a collider crosses the plane between them. One thread
/// per triangle.
struct StayOutOfRound {
  View<const glm::uvec3> triangles;
  View<const int> round;              ///< which colliders
  View<const Collider> earlier, now;  ///< at the start and the end of their displacement
  ColliderShares may_go;
  RoundShares ways;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const int> shares;  ///< bits of floats
  View<int> next_shares;
  View<SearchState> state;
  float min_m;  ///< minimum gap
  int pass;

  LIMBER_HD void operator()(int t) const {
    const glm::uvec3 corners = triangles[t];
    Sides sides;
    glm::vec3 low(1e30f), high(-1e30f);
    for (int k = 0; k < 3; ++k) {
      sides.x[k] = glm::vec3(starts_m[corners[k]]);
      const glm::vec3 end = particles[corners[k]].position_m;
      sides.ways[k] = end - sides.x[k];
      low = glm::min(low, glm::min(sides.x[k], end));
      high = glm::max(high, glm::max(sides.x[k], end));
    }
    for (int i = 0; i < round.size; ++i) {
      const Collider& c = now[round[i]];
      sides.center = earlier[round[i]].center_m;
      sides.offset = c.center_m - sides.center;
      const glm::vec3 half = glm::abs(c.axes[1]) * c.half_length_m + c.radius_m + min_m;
      const glm::vec3 round_low = glm::min(sides.center, c.center_m) - half;
      const glm::vec3 round_high = glm::max(sides.center, c.center_m) + half;
      if (glm::all(glm::lessThanEqual(low, round_high)) &&
          glm::all(glm::lessThanEqual(round_low, high)))
        part(corners, sides, c, may_go.leaders[round[i]]);
    }
  }

 private:
  struct Sides {
    glm::vec3 x[3], ways[3];   ///< of the triangle
    glm::vec3 center, offset;  ///< of the collider
  };
  struct Apart {
    glm::vec3 foot, normal;  ///< of the triangle; from the collider to it
    float gap_m;
  };

  LIMBER_HD void part(const glm::uvec3& corners, const Sides& sides, const Collider& c,
                      int leader) const {
    const Apart apart = between(sides.x, sides.center, c);
    if (!(apart.gap_m > 0.0f)) return;  // starts inside, and is on its way out
    const glm::vec3 size = glm::max(glm::abs(apart.foot), glm::abs(sides.center));
    const float rounding_m = 1e-6f * glm::max(size.x, glm::max(size.y, size.z));
    // Displacement of each corner along the normal, and its depth behind the nearest point; then
    // how far the sides advance: the triangle down, the collider up.
    float along_m[3], behind_m[3], down_to_m = 1e30f;
    for (int k = 0; k < 3; ++k) {
      along_m[k] = glm::dot(sides.ways[k], apart.normal) * float_of(shares[corners[k]]);
      behind_m[k] = glm::max(0.0f, glm::dot(sides.x[k] - apart.foot, apart.normal));
      down_to_m = glm::min(down_to_m, along_m[k] + behind_m[k]);
    }
    const float share = ways.before(pass, leader);
    float up_to_m = glm::dot(sides.offset, apart.normal) * share;
    const bool colliders_only = pass > moving_planes;
    if (pass == moving_planes) {  // neither relies on the other moving away
      down_to_m = glm::min(down_to_m, 0.0f);
      up_to_m = glm::max(up_to_m, 0.0f);
    }
    const float room_m = glm::max(0.0f, apart.gap_m - min_m - rounding_m);
    const float excess_m = up_to_m - down_to_m - room_m;
    if (!(excess_m > 0.1f * rounding_m)) return;
    if (pass < moving_planes && end_apart(corners, sides, c, share, apart)) return;
    const float down_m = glm::max(0.0f, -down_to_m), up_m = glm::max(0.0f, up_to_m);
    const float of_triangle = colliders_only ? 0.0f : down_m / (down_m + up_m);
    const float down_limit_m = glm::min(0.0f, down_to_m + excess_m * of_triangle);
    const float up_limit_m = glm::max(0.0f, up_to_m - excess_m * (1.0f - of_triangle));
    if (!colliders_only) {
      raise_flag(state[0].held[pass]);
      for (int k = 0; k < 3; ++k) {
        const float limit_m = down_limit_m - behind_m[k];
        if (!(along_m[k] < limit_m)) continue;
        const int i = static_cast<int>(corners[k]);
        const int bits = bits_of(float_of(shares[i]) * (limit_m / along_m[k]));
        if (bits < next_shares[i]) atomic_min(next_shares[i], bits);
      }
    }
    if (pass == moving_planes || !(up_to_m > up_limit_m)) return;
    const int bits = bits_of(may_go.in_one[leader] != 0 ? 0.0f : share * (up_limit_m / up_to_m));
    int& lowered = ways.lowered[pass * ways.colliders + leader];
    if (bits < lowered) atomic_min(lowered, bits);
  }

  /// Whether both end on the same sides of each other: what slides around a ball gets below the
  /// plane between them.
  LIMBER_HD bool end_apart(const glm::uvec3& corners, const Sides& sides, const Collider& c,
                           float share, const Apart& start) const {
    glm::vec3 ends[3];
    for (int k = 0; k < 3; ++k) ends[k] = sides.x[k] + sides.ways[k] * float_of(shares[corners[k]]);
    const Apart end = between(ends, sides.center + sides.offset * share, c);
    return end.gap_m >= glm::min(start.gap_m, min_m) && glm::dot(end.normal, start.normal) > 0.0f;
  }

  LIMBER_HD static Apart between(const glm::vec3 (&x)[3], const glm::vec3& center,
                                 const Collider& c) {
    Apart nearest{.gap_m = 1e30f};
    const auto try_at = [&](const glm::vec3& foot, const glm::vec3& from) {
      const glm::vec3 offset = foot - from;
      const float length_m = glm::sqrt(glm::dot(offset, offset)), gap_m = length_m - c.radius_m;
      if (gap_m < nearest.gap_m)
        nearest = {foot, length_m > 1e-12f ? offset / length_m : glm::vec3(0.0f), gap_m};
    };
    const auto try_end = [&](const glm::vec3& end) {
      const NearPoints near = nearest_of_vertex_and_triangle({end, x[0], x[1], x[2]});
      try_at(end - (end - x[0]) * -near.weights.y - (end - x[1]) * -near.weights.z -
                 (end - x[2]) * -near.weights.w,
             end);
    };
    const glm::vec3 half = c.axes[1] * c.half_length_m;
    try_end(center - half);
    if (!(c.half_length_m > 0.0f)) return nearest;
    try_end(center + half);
    for (int k = 0; k < 3; ++k) {
      const glm::vec3 &a = x[k], &b = x[(k + 1) % 3];
      const NearPoints near = nearest_of_edges({a, b, center - half, center + half});
      try_at(a + (b - a) * near.weights.y, center + half * (-2.0f * near.weights.w - 1.0f));
    }
    return nearest;
  }
};

/// Ends the passes: the allowed shares of the colliders. One thread per collider.
struct TakeRoundShares {
  RoundShares ways;
  View<int> least;  ///< see ColliderShares

  LIMBER_HD void operator()(int c) const {
    least[c] = bits_of(ways.before(RoundShares::passes, c));
    for (int p = 0; p < RoundShares::passes; ++p)
      ways.lowered[p * ways.colliders + c] = bits_of(1.0f);
  }
};

}  // namespace limber
