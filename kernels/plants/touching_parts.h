#pragma once

// Parts of plants in the contacts of a world: points of their surfaces are its points. A step of
// the plants' own has ended; what contacts do after it goes as impulses through the two sweeps of
// the parts (Barbic, Zhao, "Real-time large-deformation substructuring", 2011), which answer for
// all coordinates.
//
// A point's mobility is one number, the Frobenius norm of its inverse mass: no direction gives way
// more easily. It is a sum of terms, one for each part between the point and the ground, and each
// part is split among the pairs that push at what it carries, as in part_contact.h.

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

/// How easily points move, at rest.
struct PointYields {
  View<float> per_kg;
  View<float> terms;  ///< of each point one for each part that bends, from its own to the ground
};

/// One thread a point.
struct MeasureYields {
  static constexpr int grain = 16;
  View<const PartPoint> points;
  PartYield yield;
  PointYields yields;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = points[i];
    const glm::vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    float along[3] = {}, squares = 0.0f;
    for (int k = 0; k < 3; ++k) {
      int term = point.first_term;
      yield.for_terms(point, point.at_m, axes[k], [&](int, float per_kg) {
        yields.terms[term] = (k == 0 ? 0.0f : yields.terms[term]) + per_kg;
        ++term;
        along[k] += per_kg;
      });
      squares += along[k] * along[k];
    }
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      float between = -along[k] - along[next];
      yield.for_terms(point, point.at_m, axes[k] + axes[next],
                      [&](int, float per_kg) { between += per_kg; });
      squares += 0.5f * between * between;  // half of it, on both sides of the diagonal
    }
    // What hardly moves is taken for lighter: steps stay large against rounding, and safe.
    constexpr float nothing_per_kg = 1e-9f, least_per_kg = 1e-3f;
    const float largest_per_kg = glm::sqrt(squares);
    yields.per_kg[i] =
        largest_per_kg > nothing_per_kg ? glm::max(largest_per_kg, least_per_kg) : 0.0f;
  }
};

/// One thread a point.
struct ShowTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const float> per_kg;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    points[i] = {parts.at_m(parts.points[i]), per_kg[i]};
  }
};

/// What pairs ask of the points, as impulses. One thread a point.
struct TakePointMoves {
  static constexpr int grain = 256;
  View<const PartPoint> points;
  View<const Ride> rides;
  int bending_parts;
  PointMoves moves;
  View<const float> per_kg;
  View<int> pushing_now;
  View<glm::vec3> impulses_N_s;
  View<int> pushing_on;  ///< each part that bends, or what it carries: how many pairs
  View<int> some;        ///< raised where there are impulses
  float dt_s;            ///< of the world's step

  LIMBER_HD void operator()(int i) const {
    const int pushing = pushing_now[i];
    pushing_now[i] = 0;
    const PartPoint point = points[i];
    int p = point.part < bending_parts ? point.part : rides[point.part].carrier;
    for (; pushing > 0 && p >= 0; p = rides[p].carrier) atomic_add(pushing_on[p], pushing);
    const glm::vec3 way_m = moves.take(i);
    glm::vec3 impulse_N_s(0.0f);
    if (way_m != glm::vec3(0.0f)) {
      impulse_N_s = way_m / (per_kg[i] * dt_s);
      raise_flag(some[0]);
    }
    impulses_N_s[i] = impulse_N_s;
  }
};

/// Where the points are after that, and among how many pairs each is split. One thread a point.
struct MoveTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const Ride> rides;
  PointYields yields;
  View<const int> pushing_on;
  View<const int> some;
  View<int> pushing;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = parts.points[i];
    if (some[0] != 0) points[i].position_m = parts.at_m(point);
    int term = point.first_term;
    float whole = 0.0f, split = 0.0f;
    int p = point.part < parts.parts.size ? point.part : rides[point.part].carrier;
    for (; p >= 0; p = rides[p].carrier, ++term) {
      whole += yields.terms[term];
      split += yields.terms[term] * static_cast<float>(pushing_on[p]);
    }
    pushing[i] = whole > 0.0f ? static_cast<int>(glm::ceil(split / whole)) : 0;
  }
};

/// One thread a share.
struct ClearShares {
  View<int> shares;  ///< bits of floats
  View<int> some;
  LIMBER_HD void operator()(int i) const {
    shares[i] = bits_of(1.0f);
    if (i == 0) some[0] = 0;
  }
};

/// What holds a point back holds its part and all that carry it, so that the other branches go on.
/// One thread a point.
struct HoldParts {
  View<const PartPoint> points;
  View<const Ride> rides;
  int bending_parts;
  View<const int> shares;
  View<int> part_shares;  ///< of those that bend
  View<int> held;         ///< of each part: how often in this step
  View<int> some;
  View<LookState> state;

  LIMBER_HD void operator()(int i) const {
    const int share = shares[i];
    if (share >= bits_of(1.0f)) return;
    const int part = points[i].part;
    int p = part < bending_parts ? part : rides[part].carrier;
    if (p < 0) return;
    for (; p >= 0; p = rides[p].carrier) atomic_min(part_shares[p], share);
    if (atomic_add(held[part], 1) == 0) atomic_add(state[0].held_back, 1);
    raise_flag(some[0]);
  }
};

/// Where that may not do, all of a plant. One thread a point.
struct HoldPlants {
  View<const PartPoint> points;
  View<const int> plant_of_part;
  View<const int> shares;
  View<int> plant_shares;
  View<int> some;

  LIMBER_HD void operator()(int i) const {
    if (shares[i] >= bits_of(1.0f)) return;
    atomic_min(plant_shares[plant_of_part[points[i].part]], shares[i]);
    raise_flag(some[0]);
  }
};

/// One thread a part.
struct ClearHeld {
  View<int> held;
  LIMBER_HD void operator()(int p) const { held[p] = 0; }
};

/// One thread a coordinate.
struct HoldModes {
  View<const int> share_of;  ///< of each coordinate
  View<const int> shares;    ///< bits of floats
  View<const float> starts;
  View<float> q;

  LIMBER_HD void operator()(int k) const {
    const float share = float_of(shares[share_of[k]]);
    if (share < 1.0f) q[k] = starts[k] + (q[k] - starts[k]) * share;
  }
};

/// Where the points go after some parts are held: all passes over the pairs look at that anew,
/// since parts that go on while what carries them does not take other ways. One thread a point.
struct AimTouchingPoints {
  static constexpr int grain = 128;
  PartPoints parts;
  View<const Particle> starts;
  View<const PointRegion> regions;
  View<Particle> points;
  View<int> shares, next_shares;
  View<LookState> state;

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
