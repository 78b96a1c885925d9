#pragma once

// Ends a substep: limits displacements so that nothing can pass through anything. Each point stays
// in its region, so only listed pairs can meet; and neither side of a listed pair crosses a plane
// between them (after [Chen25, section 3.6], with boxes and planes instead of its balls, which
// would hold back free fall).
//
// A plane may move with its sides, so that things that fall one above the other do not wait for
// each other. A point that is held back may then block others that relied on its motion, so there
// are several passes over the pairs; if these are not enough, all planes stand still. The start of
// a point is always allowed, so there is a share of its displacement that all planes allow.
//
// Kinematic points (of colliders) should not wait for what gets out of their way in time. So planes
// that stand still hold back only the other side; the kinematic side then moves as far as this
// leaves room.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// The share of its displacement for which a point stays in its region. One thread per point of a
/// surface.
struct StayInRegions {
  View<const int> points;
  View<const glm::vec4> starts_m;
  View<const PointRegion> regions;
  View<const int> frozen;
  View<const Particle> particles;
  View<int> shares, next_shares;  ///< bits of floats
  View<SearchState> state;

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    const glm::vec3 start(starts_m[i]);
    const float within = share_within(regions[i], start, particles[i].position_m - start);
    if (within < 1.0f) raise_flag(state[0].stale);
    shares[i] = next_shares[i] = bits_of(frozen[i] != 0 ? 0.0f : within);
  }

  LIMBER_HD static float share_within(const PointRegion& region, const glm::vec3& start,
                                      const glm::vec3& displacement) {
    float share = 1.0f;
    for (int k = 0; k < 3; ++k) {
      const float end = start[k] + displacement[k];
      if (end > region.high_m[k])
        share = glm::min(share, (region.high_m[k] - start[k]) / displacement[k]);
      else if (end < region.low_m[k])
        share = glm::min(share, (region.low_m[k] - start[k]) / displacement[k]);
    }
    return glm::max(share, 0.0f);
  }
};

/// How far the two sides of a plane advance towards it, along its normal: the first down, so
/// negative, and the second up. Then how far they may.
struct PlaneSides {
  float first_m, second_m;

  /// They rely on the other side moving away no longer.
  LIMBER_HD void stand_still() {
    first_m = glm::min(first_m, 0.0f);
    second_m = glm::max(second_m, 0.0f);
  }
  LIMBER_HD float down_m() const { return glm::max(0.0f, -first_m); }
  LIMBER_HD float up_m() const { return glm::max(0.0f, second_m); }
  /// The first side takes this share of what is too much; by default each in proportion to its
  /// advance.
  LIMBER_HD float share_of_first() const { return down_m() / (down_m() + up_m()); }
  LIMBER_HD PlaneSides held(float excess_m, float of_first) const {
    return {glm::min(0.0f, first_m + excess_m * of_first),
            glm::max(0.0f, second_m - excess_m * (1.0f - of_first))};
  }
};

/// Lowers shares until neither side of a pair crosses the plane between them. One thread per pair.
struct StayBehindPlanes {
  ContactMesh mesh;
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const int> shares;
  View<int> next_shares;
  View<SearchState> state;
  int pass;             ///< in pass `moving_planes` planes stand still
  bool kinematic_only;  ///< in a pass after that one: limits kinematic points only

  LIMBER_HD void operator()(int r) const {
    const ContactPair pair = pairs[r];
    if (mesh.is_box(pair.owner)) return;  // see StayBehindBoxPlanes
    const bool kinematic_first = mesh.is_kinematic(pair.corners.x);
    if (kinematic_only && !kinematic_first && !mesh.is_kinematic(pair.corners.w)) return;
    bool some_move = false;
    for (int k = 0; k < 4; ++k)
      some_move = some_move ||
                  particles[pair.corners[k]].position_m != glm::vec3(starts_m[pair.corners[k]]);
    if (!some_move) return;
    const PairFrame frame = frames[r];
    if (frame.normal == glm::vec3(0.0f)) {  // their sides are undefined
      for (int k = 0; k < 4; ++k) atomic_min(next_shares[pair.corners[k]], bits_of(0.0f));
      raise_flag(state[0].held[pass]);
      return;
    }
    const int on_first = mesh.is_edge(pair.owner) ? 2 : 1;
    glm::vec3 x[4], feet[2] = {glm::vec3(0.0f), glm::vec3(0.0f)};  // nearest points from x[0]
    float largest_m = 0.0f;
    for (int k = 0; k < 4; ++k) {
      x[k] = glm::vec3(starts_m[pair.corners[k]]);
      feet[k < on_first ? 0 : 1] += (x[k] - x[0]) * glm::abs(frame.weights[k]);
      const glm::vec3 size = glm::abs(x[k]);
      largest_m = glm::max(largest_m, glm::max(size.x, glm::max(size.y, size.z)));
    }
    // Displacement of each corner along the normal, and its depth behind the nearest point; then
    // how far the sides advance: the first down, the second up.
    float along_m[4], behind_m[4];
    PlaneSides sides{1e30f, -1e30f};
    for (int k = 0; k < 4; ++k) {
      const bool first = k < on_first;
      const glm::vec3 displacement = particles[pair.corners[k]].position_m - x[k];
      along_m[k] = glm::dot(displacement, frame.normal) * float_of(shares[pair.corners[k]]);
      const float height = glm::dot(x[k] - x[0] - feet[first ? 0 : 1], frame.normal);
      behind_m[k] = glm::max(0.0f, first ? height : -height);
      if (first)
        sides.first_m = glm::min(sides.first_m, along_m[k] + behind_m[k]);
      else
        sides.second_m = glm::max(sides.second_m, along_m[k] - behind_m[k]);
    }
    if (pass >= moving_planes && !kinematic_only) sides.stand_still();
    // The minimum gap; rounding is a few units in the last place.
    const float min_m = min_gap_share * pair.reach_m + 1e-6f * largest_m;
    const float room_m = glm::max(0.0f, frame.gap_m - min_m);
    const float excess_m = sides.second_m - sides.first_m - room_m;
    if (!(excess_m > 1e-7f * largest_m)) return;
    if (slides_past(pair, x, on_first, min_m)) return;
    const PlaneSides limits = sides.held(
        excess_m, kinematic_only ? (kinematic_first ? 1.0f : 0.0f) : sides.share_of_first());
    raise_flag(state[0].held[pass]);
    for (int k = 0; k < 4; ++k) {
      const bool first = k < on_first;
      const float limit_m = first ? limits.first_m - behind_m[k] : limits.second_m + behind_m[k];
      if (first ? !(along_m[k] < limit_m) : !(along_m[k] > limit_m)) continue;
      const int i = pair.corners[k];
      if (pass >= moving_planes && mesh.is_kinematic(i) != kinematic_only) continue;
      const int bits = bits_of(float_of(shares[i]) * (limit_m / along_m[k]));
      if (bits < next_shares[i]) atomic_min(next_shares[i], bits);
    }
  }

 private:
  /// Whether a plane parallel to the triangle, or to both edges, separates the sides from start to
  /// end: a point that slides by more than its distance from a surface crosses the plane between
  /// the points that were nearest.
  LIMBER_HD bool slides_past(const ContactPair& pair, const glm::vec3 (&x)[4], int on_first,
                             float min_m) const {
    glm::vec3 n =
        on_first == 1 ? glm::cross(x[2] - x[1], x[3] - x[1]) : glm::cross(x[1] - x[0], x[3] - x[2]);
    const float length = glm::sqrt(glm::dot(n, n));
    if (!(length > 1e-12f)) return false;
    n /= length;
    if (glm::dot(n, x[3] - x[0]) > 0.0f) n = -n;
    // Minimum of the first side and maximum of the second along n, at the start and the end.
    float first_m[2] = {1e30f, 1e30f}, second_m[2] = {-1e30f, -1e30f};
    for (int k = 0; k < 4; ++k) {
      const int i = pair.corners[k];
      const glm::vec3 displacement = (particles[i].position_m - x[k]) * float_of(shares[i]);
      const float start = glm::dot(x[k] - x[0], n), end = start + glm::dot(displacement, n);
      float(&side)[2] = k < on_first ? first_m : second_m;
      side[0] = k < on_first ? glm::min(side[0], start) : glm::max(side[0], start);
      side[1] = k < on_first ? glm::min(side[1], end) : glm::max(side[1], end);
    }
    if (pass >= moving_planes) {
      first_m[0] = first_m[1] = glm::min(first_m[0], first_m[1]);
      second_m[0] = second_m[1] = glm::max(second_m[0], second_m[1]);
    }
    return first_m[0] - second_m[0] >= min_m && first_m[1] - second_m[1] >= min_m;
  }
};

/// One thread per point of a surface.
struct TakeShares {
  View<const int> points;
  View<const int> next_shares;
  View<int> shares;
  LIMBER_HD void operator()(int k) const { shares[points[k]] = next_shares[points[k]]; }
};

/// One thread per point of a surface.
struct HoldBack {
  View<const int> points;
  View<const glm::vec4> starts_m;
  View<const PointRegion> regions;
  View<const int> shares;
  View<Particle> particles;
  View<Particle> before;
  View<SearchState> state;

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    const float share = float_of(shares[i]);
    if (!(share < 1.0f)) return;
    const glm::vec3 start(starts_m[i]);
    Particle p = particles[i];
    const glm::vec3 displacement = p.position_m - start;
    if (p.inverse_mass_per_kg > 0.0f) atomic_add(state[0].held_back, 1);
    p.position_m = start + displacement * share;
    particles[i] = p;
    // A point that only its region holds back keeps its velocity, for after the next search.
    if (share == StayInRegions::share_within(regions[i], start, displacement))
      before[i].position_m += displacement * (share - 1.0f);
  }
};

}  // namespace limber
