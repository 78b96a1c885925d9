#pragma once

// Ends a substep: limits displacements so that nothing can pass through anything. Each point stays
// in its region, so only listed pairs can meet; and neither side of a listed pair crosses a plane
// between them (after [Chen25, section 3.6], with boxes and planes instead of its balls, which
// would hold back free fall).
//
// A plane may move with its sides, so that things that fall one above the other do not wait for
// each other. A point that is held back may then block others that relied on its motion, so there
// are several passes over the pairs; if these are not enough, all planes stand still. The start of
// a point is always allowed, so there is a share of its displacement that all planes allow. Where a
// point that is held back redirects others, as in a plant, planes stand still in several passes.
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

/// What the planes of a free rigid body ask of it in a pass of slide.h.
struct alignas(16) BodySlide {
  glm::vec3 travel_m{0.0f};          ///< displacement of its centre
  float moves_m = 1e30f;             ///< no point of it moves further; unknown if it is not rigid
  float largest_m = 0.0f;            ///< bound of its points' coordinates
  int slides = 0;                    ///< whether it is a rigid body without joints that moves
  int turn = 0x3f800000;             ///< bits of the share of its rotation that it may keep: 1
  int up_m[3] = {}, down_m[3] = {};  ///< to be taken back along each axis, bits of floats
  int asked = 0;  ///< bits 0 to 2: ever asked up an axis in this step; 3 to 5: down
};

/// Sides of a pair that are nearer than this come no closer. kept: share of the minimum gap that a
/// pass keeps. A large free ball keeps most of what it fills free of other rigid bodies. If it kept
/// all of it, it would wait for every brick that it has hit: one of 30 t at 26 m/s then goes
/// through two walls at 7 m/s on average, not at 16 m/s.
LIMBER_HD inline float min_gap_m(const ContactMesh& mesh, View<const BodySlide> bodies,
                                 const ContactPair& pair, float kept = 1.0f) {
  constexpr float filled_share = 0.9f;
  const int a = pair.corners.x, b = pair.corners.w;
  const float thin_m = 2.0f * glm::min(mesh.traits[a].radius_m, mesh.traits[b].radius_m);
  const float least_m = kept * min_gap_share * pair.reach_m;
  if (bodies.empty() || !(pair.reach_m > thin_m) || bodies[mesh.body_of_point[a]].slides == 0 ||
      bodies[mesh.body_of_point[b]].slides == 0)
    return least_m;
  return glm::max(least_m, filled_share * (pair.reach_m - thin_m));
}

/// The share of its displacement for which a point stays in its region. Points of colliders, and
/// those that a path or a hand moves, do not wait: the next substep searches. One thread per point
/// of a surface.
struct StayInRegions {
  View<const int> points;
  int free_points;
  View<const glm::vec4> starts_m;
  View<const PointRegion> regions;
  View<const int> frozen;
  View<const Particle> particles;
  View<int> shares, next_shares;  ///< bits of floats
  View<SearchState> state;

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    const glm::vec3 start(starts_m[i]);
    const Particle end = particles[i];
    const float within = share_within(regions[i], start, end.position_m - start);
    if (within < 1.0f) {
      atomic_add(state[0].beyond, 1);
      if (k >= free_points || !(end.inverse_mass_per_kg > 0.0f)) raise_flag(state[0].stale);
    }
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
  /// How much too far they advance.
  LIMBER_HD float excess_m(float gap_m, float min_gap_m) const {
    return second_m - first_m - glm::max(0.0f, gap_m - min_gap_m);
  }
  LIMBER_HD PlaneSides held(float excess_m, float of_first) const {
    return {glm::min(0.0f, first_m + excess_m * of_first),
            glm::max(0.0f, second_m - excess_m * (1.0f - of_first))};
  }
};

/// The corners of a pair at the plane between its sides.
struct CornersAtPlane {
  glm::vec3 x[4];          ///< at the start
  float along_m[4];        ///< displacements along the normal
  float behind_m[4];       ///< behind the nearest point of their side
  int on_first;            ///< of the corners
  float largest_m = 0.0f;  ///< coordinate

  /// shares: of the points' displacements, bits of floats; empty: all of them.
  LIMBER_HD CornersAtPlane(const ContactPair& pair, const PairFrame& frame, bool of_edges,
                           View<const glm::vec4> starts_m, View<const Particle> particles,
                           View<const int> shares = {})
      : on_first(of_edges ? 2 : 1) {
    glm::vec3 feet[2] = {glm::vec3(0.0f), glm::vec3(0.0f)};  // nearest points from x[0]
    for (int k = 0; k < 4; ++k) {
      x[k] = glm::vec3(starts_m[pair.corners[k]]);
      feet[is_first(k) ? 0 : 1] += (x[k] - x[0]) * glm::abs(frame.weights[k]);
      const glm::vec3 size = glm::abs(x[k]);
      largest_m = glm::max(largest_m, glm::max(size.x, glm::max(size.y, size.z)));
    }
    for (int k = 0; k < 4; ++k) {
      const int i = pair.corners[k];
      along_m[k] = glm::dot(particles[i].position_m - x[k], frame.normal) *
                   (shares.empty() ? 1.0f : float_of(shares[i]));
      const float height_m = glm::dot(x[k] - x[0] - feet[is_first(k) ? 0 : 1], frame.normal);
      behind_m[k] = glm::max(0.0f, is_first(k) ? height_m : -height_m);
    }
  }
  LIMBER_HD bool is_first(int k) const { return k < on_first; }
  LIMBER_HD PlaneSides sides() const {
    PlaneSides sides{1e30f, -1e30f};
    for (int k = 0; k < 4; ++k) {
      if (is_first(k))
        sides.first_m = glm::min(sides.first_m, along_m[k] + behind_m[k]);
      else
        sides.second_m = glm::max(sides.second_m, along_m[k] - behind_m[k]);
    }
    return sides;
  }
};

/// Rounding, in units of the last place of the largest coordinate.
LIMBER_HD inline float rounding_m(float largest_m) { return 1e-6f * largest_m; }

/// Lowers shares until neither side of a pair crosses the plane between them. One thread per pair.
struct StayBehindPlanes {
  ContactMesh mesh;
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const BodySlide> bodies;  ///< empty: none are rigid
  View<const int> shares;
  View<int> next_shares;
  View<SearchState> state;
  int pass;             ///< from pass `moving_planes` on, planes stand still
  bool kinematic_only;  ///< the last pass once more: limits kinematic points only
  float kept_gap;       ///< share of the minimum gap that this pass keeps

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
    const CornersAtPlane at(pair, frame, mesh.is_edge(pair.owner), starts_m, particles, shares);
    PlaneSides sides = at.sides();
    if (pass >= moving_planes && !kinematic_only) sides.stand_still();
    const float min_m = min_gap_m(mesh, bodies, pair, kept_gap) + rounding_m(at.largest_m);
    const float excess_m = sides.excess_m(frame.gap_m, min_m);
    if (!(excess_m > 0.1f * rounding_m(at.largest_m))) return;
    if (slides_past(pair, at, min_m)) return;
    const PlaneSides limits = sides.held(
        excess_m, kinematic_only ? (kinematic_first ? 1.0f : 0.0f) : sides.share_of_first());
    raise_flag(state[0].held[pass]);
    for (int k = 0; k < 4; ++k) {
      const bool first = at.is_first(k);
      const float limit_m =
          first ? limits.first_m - at.behind_m[k] : limits.second_m + at.behind_m[k];
      if (first ? !(at.along_m[k] < limit_m) : !(at.along_m[k] > limit_m)) continue;
      const int i = pair.corners[k];
      if (pass >= moving_planes && mesh.is_kinematic(i) != kinematic_only) continue;
      const int bits = bits_of(float_of(shares[i]) * (limit_m / at.along_m[k]));
      if (bits < next_shares[i]) atomic_min(next_shares[i], bits);
    }
  }

 private:
  /// Whether a plane parallel to the triangle, or to both edges, separates the sides from start to
  /// end: a point that slides by more than its distance from a surface crosses the plane between
  /// the points that were nearest.
  LIMBER_HD bool slides_past(const ContactPair& pair, const CornersAtPlane& at, float min_m) const {
    const glm::vec3(&x)[4] = at.x;
    glm::vec3 n = at.on_first == 1 ? glm::cross(x[2] - x[1], x[3] - x[1])
                                   : glm::cross(x[1] - x[0], x[3] - x[2]);
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
      const bool first = at.is_first(k);
      float(&side)[2] = first ? first_m : second_m;
      side[0] = first ? glm::min(side[0], start) : glm::max(side[0], start);
      side[1] = first ? glm::min(side[1], end) : glm::max(side[1], end);
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
