#pragma once

// Parts of plants in the world's contacts, as surface points. These contacts are solved after the
// plants' own step: their impulses are applied with the two sweeps over the parts [Barbic11], which
// yields the response of all coordinates.
//
// The mobility of a point is a matrix: a twig is compliant sideways and hardly along its axis. It
// is a sum of terms, one for each part between the point and the ground, with each part split among
// the pairs that push at it or its descendants, as in part_contact.h.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/plants/part_contact.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Mobilities of points, with the inertia of the rest pose.
struct PartMobilities {
  View<PointMobility> directed;  ///< in the frame of the part
  View<float> per_kg;            ///< upper bound over all directions; 0: the point is immovable
  View<float> terms;  ///< of each point one for each bending part, from its own to the ground
};

/// One thread per point.
struct MeasureMobilities {
  static constexpr int grain = 16;
  View<const PartPoint> points;
  PartMobility mobility;
  PartMobilities mobilities;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = points[i];
    const glm::vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    float along[3] = {}, between[3] = {}, squares = 0.0f;
    for (int k = 0; k < 3; ++k) {
      int term = point.first_term;
      mobility.for_terms(point, point.at_m, axes[k], [&](int, float per_kg) {
        mobilities.terms[term] = (k == 0 ? 0.0f : mobilities.terms[term]) + per_kg;
        ++term;
        along[k] += per_kg;
      });
    }
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      mobility.for_terms(point, point.at_m, axes[k] + axes[next],
                         [&](int, float per_kg) { between[k] += 0.5f * per_kg; });
      between[k] -= 0.5f * (along[k] + along[next]);
      squares += along[k] * along[k] + 2.0f * between[k] * between[k];
    }
    // The minimum keeps displacements of nearly immovable points well above rounding. The isotropic
    // share is for bent parts, whose directions differ from those at rest.
    constexpr float nothing_per_kg = 1e-9f, min_per_kg = 1e-3f, in_any_direction = 0.1f;
    const float largest_per_kg = glm::sqrt(squares);  // Frobenius norm: bounds all directions
    const bool moves = largest_per_kg > nothing_per_kg;
    const float per_kg = moves ? glm::max(largest_per_kg, min_per_kg) : 0.0f;
    mobilities.per_kg[i] = per_kg;
    mobilities.directed[i] = {
        .diagonal_per_kg = glm::vec3(along[0], along[1], along[2]) + in_any_direction * per_kg,
        .xy_per_kg = between[0],
        .yz_per_kg = between[1],
        .zx_per_kg = between[2],
        .gives = Gives::directed};
  }
};

/// The same in the world.
LIMBER_HD inline PointMobility turned(const PointMobility& mobility, const glm::vec4& quaternion) {
  const glm::vec3 columns[3] = {
      rotated(quaternion, {mobility.diagonal_per_kg.x, mobility.xy_per_kg, mobility.zx_per_kg}),
      rotated(quaternion, {mobility.xy_per_kg, mobility.diagonal_per_kg.y, mobility.yz_per_kg}),
      rotated(quaternion, {mobility.zx_per_kg, mobility.yz_per_kg, mobility.diagonal_per_kg.z})};
  // R M R^T: first the columns, then the rows.
  glm::vec3 rows[3];
  for (int k = 0; k < 3; ++k)
    rows[k] = rotated(quaternion, {columns[0][k], columns[1][k], columns[2][k]});
  return {.diagonal_per_kg = {rows[0].x, rows[1].y, rows[2].z},
          .xy_per_kg = rows[0].y,
          .yz_per_kg = rows[1].z,
          .zx_per_kg = rows[2].x,
          .gives = mobility.gives};
}

/// One thread per point.
struct ShowTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const float> per_kg;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const { points[i] = {parts.at_m(parts.points[i]), per_kg[i]}; }
};

/// Converts the pairs' corrections of points to impulses. One thread per point.
struct TakePointMoves {
  static constexpr int grain = 256;
  View<const PartPoint> points;
  View<const Mount> mounts;
  int bending_parts;
  PointMoves moves;
  View<const float> per_kg;
  View<int> pushing_now;
  View<glm::vec3> impulses_N_s;
  View<int> pushing_on;  ///< number of pairs pushing on each bending part or its descendants
  View<int> some;        ///< flag, raised if there are impulses
  float dt_s;            ///< of the world's step

  LIMBER_HD void operator()(int i) const {
    const int pushing = pushing_now[i];
    pushing_now[i] = 0;
    const PartPoint point = points[i];
    int p = point.part < bending_parts ? point.part : mounts[point.part].carrier;
    for (; pushing > 0 && p >= 0; p = mounts[p].carrier) atomic_add(pushing_on[p], pushing);
    const glm::vec3 displacement_m = moves.take(i);
    glm::vec3 impulse_N_s(0.0f);
    if (displacement_m != glm::vec3(0.0f)) {
      impulse_N_s = displacement_m / (per_kg[i] * dt_s);
      raise_flag(some[0]);
    }
    impulses_N_s[i] = impulse_N_s;
  }
};

/// Updates the points' positions, their mobilities, and the number of pairs among which each is
/// split. One thread per point.
struct MoveTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const Mount> mounts;
  PartMobilities mobilities;
  View<const int> pushing_on;
  View<const int> some;
  View<int> pushing;
  View<PointMobility> in_the_world;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = parts.points[i];
    in_the_world[i] = turned(mobilities.directed[i], parts.poses[point.part].quaternion);
    if (some[0] != 0) points[i].position_m = parts.at_m(point);
    int term = point.first_term;
    float whole = 0.0f, split = 0.0f;
    int p = point.part < parts.parts.size ? point.part : mounts[point.part].carrier;
    for (; p >= 0; p = mounts[p].carrier, ++term) {
      whole += mobilities.terms[term];
      split += mobilities.terms[term] * static_cast<float>(pushing_on[p]);
    }
    pushing[i] = whole > 0.0f ? static_cast<int>(glm::ceil(split / whole)) : 0;
  }
};

/// Shares to which the steps and the velocities of coordinates are reduced.
struct HeldShares {
  View<int> ways, speeds;  ///< bits of floats

  LIMBER_HD void clear(int i) const { ways[i] = speeds[i] = bits_of(1.0f); }
  /// A point held back only by its region keeps its velocity until pairs are next searched.
  LIMBER_HD void lower(int i, int share, bool only_by_region) const {
    atomic_min(ways[i], share);
    if (!only_by_region) atomic_min(speeds[i], share);
  }
};

/// Points at both ends of a step, and the share of it that each may move.
struct HeldPoints {
  View<const PartPoint> points;
  View<const Particle> starts, ends;
  View<const PointRegion> regions;
  View<const int> shares;  ///< bits of floats

  LIMBER_HD bool only_by_region(int i) const {
    const glm::vec3 start = starts[i].position_m;
    return float_of(shares[i]) ==
           StayInRegions::share_within(regions[i], start, ends[i].position_m - start);
  }
};

/// One thread per share.
struct ClearShares {
  HeldShares shares;
  View<int> some;
  LIMBER_HD void operator()(int i) const {
    shares.clear(i);
    if (i == 0) some[0] = 0;
  }
};

/// A point that is held back holds its part and all ancestors back; other branches still move. One
/// thread per point.
struct HoldParts {
  HeldPoints points;
  View<const Mount> mounts;
  int bending_parts;
  HeldShares shares;  ///< of bending parts
  View<int> held;     ///< of each part: number of times in this step
  View<int> some;
  View<SearchState> state;

  LIMBER_HD void operator()(int i) const {
    const int share = points.shares[i];
    if (share >= bits_of(1.0f)) return;
    const int part = points.points[i].part;
    int p = part < bending_parts ? part : mounts[part].carrier;
    if (p < 0) return;
    const bool only_by_region = points.only_by_region(i);
    for (; p >= 0; p = mounts[p].carrier) shares.lower(p, share, only_by_region);
    if (atomic_add(held[part], 1) == 0) atomic_add(state[0].held_back, 1);
    raise_flag(some[0]);
  }
};

/// The last resort: holds the whole plant back. One thread per point.
struct HoldPlants {
  HeldPoints points;
  View<const int> plant_of_part;
  HeldShares shares;
  View<int> some;

  LIMBER_HD void operator()(int i) const {
    if (points.shares[i] >= bits_of(1.0f)) return;
    shares.lower(plant_of_part[points.points[i].part], points.shares[i], points.only_by_region(i));
    raise_flag(some[0]);
  }
};

/// One thread per part.
struct ClearHeld {
  View<int> held;
  LIMBER_HD void operator()(int p) const { held[p] = 0; }
};

/// One thread per coordinate.
struct HoldModes {
  View<const int> share_of;  ///< of each coordinate
  HeldShares shares;
  View<const float> starts;
  View<float> q, velocity;

  LIMBER_HD void operator()(int k) const {
    const float way = float_of(shares.ways[share_of[k]]);
    if (way < 1.0f) q[k] = starts[k] + (q[k] - starts[k]) * way;
    velocity[k] *= float_of(shares.speeds[share_of[k]]);
  }
};

/// Recomputes the points' ends after some parts are held back, and has all passes over the pairs
/// run again: parts whose carrier is held back move along other paths. One thread per point.
struct AimTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const Particle> starts;
  View<const PointRegion> regions;
  View<Particle> points;
  View<int> shares, next_shares;
  View<SearchState> state;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 start = starts[i].position_m, end = parts.at_m(parts.points[i]);
    points[i].position_m = end;
    const float within = StayInRegions::share_within(regions[i], start, end - start);
    if (within < 1.0f) {
      raise_flag(state[0].stale);
      for (int& held : state[0].held) raise_flag(held);
    }
    shares[i] = next_shares[i] = bits_of(within);
  }
};

}  // namespace limber
