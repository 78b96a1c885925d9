#pragma once

// What pairs do to each other within the iterations of a substep: impulses with Coulomb friction.
// Each pair remembers its impulse over all iterations, so friction is limited by all of what
// pushes, and an iteration may take back what an earlier one did too much. All pairs at once, each
// point split among those that push at it (Tonge, Benevolenski, Voroshilov, "Mass Splitting for
// Jitter-Free Parallel Rigid Body Simulation", 2012): both sides see the same impulse.

#include <glm/glm.hpp>

#include "kernels/at_most_long.h"
#include "kernels/atomics.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// How points are to be moved, in fixed-point numbers: sums that are the same in any order.
struct PointMoves {
  View<long long> sums;                             ///< three for each particle
  static constexpr float per_m = 1099511627776.0f;  ///< 2^40: a picometre

  LIMBER_HD void add(int i, const glm::vec3& way_m) const {
    for (int k = 0; k < 3; ++k) {
      const float scaled = glm::clamp(way_m[k], -1e6f, 1e6f) * per_m;
      atomic_add(sums[3 * i + k], scaled == scaled ? static_cast<long long>(scaled) : 0LL);
    }
  }
  /// What was added up, which begins anew.
  LIMBER_HD glm::vec3 take(int i) const {
    glm::vec3 way_m;
    for (int k = 0; k < 3; ++k) {
      way_m[k] = static_cast<float>(static_cast<double>(sums[3 * i + k]) / per_m);
      sums[3 * i + k] = 0;
    }
    return way_m;
  }
};

/// A point that is the centre of a sphere on a body: what touches it rubs at its surface.
struct alignas(16) SphereTurn {
  glm::vec3 turned_rad{0.0f};  ///< since the substep began
  float radius_m = 0.0f;       ///< 0: the point is not a sphere
  /// How much more easily the surface gives across its normal than the centre does.
  float more_across_per_kg = 0.0f;
  float unused[3] = {};
};

/// Of a point that gives way in some directions more easily than in others: by W times a unit
/// impulse, a symmetric matrix.
struct alignas(16) PointMobility {
  glm::vec3 diagonal_per_kg{0.0f};
  float xy_per_kg = 0.0f, yz_per_kg = 0.0f, zx_per_kg = 0.0f;
  int directed = 0;  ///< 0: the point gives equally in all directions, as its particle has it
  int unused = 0;

  /// n: of length 1.
  LIMBER_HD float along_per_kg(const glm::vec3& n) const {
    return glm::dot(diagonal_per_kg, n * n) +
           2.0f * (xy_per_kg * n.x * n.y + yz_per_kg * n.y * n.z + zx_per_kg * n.z * n.x);
  }
  /// In any direction across n, at most.
  LIMBER_HD float across_per_kg(const glm::vec3& n) const {
    return diagonal_per_kg.x + diagonal_per_kg.y + diagonal_per_kg.z - along_per_kg(n);
  }
};

/// What all kernels of the response see.
struct PairViews {
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const float> targets_m;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const int> pushing;  ///< pairs that pushed at each particle in the iteration before
  View<int> pushing_now;
  View<const SphereTurn> turns;  ///< of each particle; empty where there are no spheres
  PointMoves twists;             ///< torques on spheres, times what times forces gives moves
  View<const PointMobility> mobilities;  ///< of each particle; empty where none is directed

  /// The sphere that comes first in a pair, if one does.
  LIMBER_HD SphereTurn sphere(const glm::ivec4& c) const {
    return turns.empty() ? SphereTurn{} : turns[c.x];
  }

  /// How a pair's sides moved against each other since the substep began.
  LIMBER_HD glm::vec3 moved_m(const glm::ivec4& c, const PairFrame& frame) const {
    glm::vec3 sum(0.0f);
    for (int k = 0; k < 4; ++k)
      sum += (particles[c[k]].position_m - glm::vec3(starts_m[c[k]])) * frame.weights[k];
    const SphereTurn first = sphere(c);
    if (first.radius_m > 0.0f)
      sum += glm::cross(first.turned_rad, frame.normal * -first.radius_m) * frame.weights.x;
    return sum;
  }

  /// How much a unit impulse along the normal moves them apart, or one across it to the side; each
  /// point split.
  LIMBER_HD float inverse_mass_per_kg(const glm::ivec4& c, const PairFrame& frame,
                                      bool across = false) const {
    constexpr float relaxation = 1.5f;  // of the splitting; it converges below 2
    float whole = 0.0f, split = 0.0f;
    for (int k = 0; k < 4; ++k) {
      const float own =
          gives_per_kg(c[k], frame.normal, across) * frame.weights[k] * frame.weights[k];
      const int parts = pushing[c[k]];
      whole += own;
      split += own * static_cast<float>(parts > 1 ? parts : 1);
    }
    return glm::max(whole, split / relaxation);
  }

  /// Counts a pair that pushes, at each of its points.
  LIMBER_HD void count(const glm::ivec4& c, const glm::vec4& weights) const {
    for (int k = 0; k < 4; ++k)
      if (weights[k] != 0.0f) atomic_add(pushing_now[c[k]], 1);
  }

  /// but_for: bits of corners that are not to be moved.
  LIMBER_HD void push(const PointMoves& moves, const glm::ivec4& c, const PairFrame& frame,
                      const glm::vec3& kg_m, int but_for = 0) const {
    for (int k = 0; k < 4; ++k) {
      const float share = particles[c[k]].inverse_mass_per_kg * frame.weights[k];
      if (share != 0.0f && (but_for >> k & 1) == 0) moves.add(c[k], kg_m * share);
    }
    const SphereTurn first = sphere(c);
    if (first.radius_m > 0.0f && (but_for & 1) == 0)
      twists.add(c.x, glm::cross(frame.normal * -first.radius_m, kg_m) *
                          (particles[c.x].inverse_mass_per_kg * frame.weights.x));
  }

  /// Whether all points give across a normal as they give along it.
  LIMBER_HD bool are_alike() const { return turns.empty() && mobilities.empty(); }

 private:
  LIMBER_HD float gives_per_kg(int i, const glm::vec3& normal, bool across) const {
    const float per_kg = particles[i].inverse_mass_per_kg;
    if (!mobilities.empty() && mobilities[i].directed != 0 && per_kg > 0.0f)
      return across ? mobilities[i].across_per_kg(normal) : mobilities[i].along_per_kg(normal);
    return across && !turns.empty() ? per_kg + turns[i].more_across_per_kg : per_kg;
  }
};

/// Begins a substep with what is kept of the last one's impulses, and counts what pushes. One
/// thread a pair.
struct WarmStartPairs {
  PairViews views;
  View<PairImpulse> impulses;
  View<int> solved;  ///< see PairsAhead; empty where none is
  PointMoves moves;
  float dt_s;

  LIMBER_HD void operator()(int r) const {
    int but_for = 0;
    if (!solved.empty()) {
      but_for = solved[r];
      solved[r] = 0;
    }
    if (views.targets_m[r] < 0.0f) return;
    const ContactPair pair = views.pairs[r];
    const glm::ivec4 c = pair.corners;
    const PairFrame frame = views.frames[r];
    PairImpulse impulse = impulses[r];
    const float normal_N_s = glm::max(0.0f, glm::dot(impulse.N_s, frame.normal));
    const bool closes =
        frame.gap_m + glm::dot(views.moved_m(c, frame), frame.normal) < views.targets_m[r];
    if (normal_N_s > 0.0f || closes) views.count(c, frame.weights);
    if (impulse.normal_N_s == 0.0f) return;
    const glm::vec3 along = impulse.N_s - frame.normal * glm::dot(impulse.N_s, frame.normal);
    impulse = {frame.normal * normal_N_s + at_most_long(along, pair.friction * normal_N_s),
               normal_N_s};
    impulses[r] = impulse;
    if (but_for == 0) {
      views.push(moves, c, frame, impulse.N_s * dt_s);
    } else {
      const glm::vec3 normal = frame.normal * normal_N_s;
      views.push(moves, c, frame, normal * dt_s, but_for);
      views.push(moves, c, frame, (impulse.N_s - normal) * dt_s);
    }
  }
};

/// One iteration. One thread a pair.
struct SolvePairs {
  PairViews views;
  View<PairImpulse> impulses;
  PointMoves moves;
  float dt_s;

  LIMBER_HD void operator()(int r) const {
    const float target_m = views.targets_m[r];
    if (target_m < 0.0f) return;
    const ContactPair pair = views.pairs[r];
    const glm::ivec4 c = pair.corners;
    const PairFrame frame = views.frames[r];
    const PairImpulse before = impulses[r];
    const glm::vec3 moved_m = views.moved_m(c, frame);
    const float way_m = glm::dot(moved_m, frame.normal);
    const float missing_m = target_m - frame.gap_m - way_m;
    if (!(missing_m > 0.0f) && before.normal_N_s == 0.0f) return;
    const float inverse_mass = views.inverse_mass_per_kg(c, frame);
    if (!(inverse_mass > 0.0f)) return;
    const float normal_N_s = glm::max(0.0f, before.normal_N_s + missing_m / (inverse_mass * dt_s));
    const float across =
        views.are_alike() ? inverse_mass : views.inverse_mass_per_kg(c, frame, true);
    const glm::vec3 along = before.N_s - frame.normal * before.normal_N_s -
                            (moved_m - frame.normal * way_m) / (across * dt_s);
    const PairImpulse now{
        frame.normal * normal_N_s + at_most_long(along, pair.friction * normal_N_s), normal_N_s};
    impulses[r] = now;
    views.push(moves, c, frame, (now.N_s - before.N_s) * dt_s);
    if (normal_N_s > 0.0f) views.count(c, frame.weights);
  }
};

/// Moves points as the pairs around them ask. One thread a point of a surface.
struct MovePoints {
  View<const int> points;
  PointMoves moves;
  View<Particle> particles;
  View<int> pushing;
  View<int> pushing_now;

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    particles[i].position_m += moves.take(i);
    pushing[i] = pushing_now[i];
    pushing_now[i] = 0;
  }
};

}  // namespace limber
