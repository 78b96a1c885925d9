#pragma once

// Which rigid bodies sleep: those that have stayed where they are for a while, and with them all
// that they touch or are joined to. The time at rest of a body is at most that of what it meets, so
// one that moves wakes what lies around it, further with each step (as islands are put to sleep in
// [Catto23], without looking for these: times spread instead of labels).
//
// What counts is how far a body gets, not how fast it is: jitter does not keep it awake, and what
// turns slowly does not fall asleep.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/collider.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/hd.h"
#include "kernels/joints/joint.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/view.h"

namespace limber {

/// Of each body. Times are bits of floats, in seconds: those are in the order of floats.
struct RestTimes {
  View<const int> now;
  View<int> next;
  static constexpr float forever_s = 1e30f;  ///< of what stands still and wakes nothing

  /// That body b is at rest no longer than what it meets.
  LIMBER_HD void lower(int b, float time_s) const { atomic_min(next[b], bits_of(time_s)); }
};

/// What is met in this step or the next one is to be awake when it is.
inline constexpr int wake_steps_ahead = 2;

/// A body as it can be moved, and whether it may sleep.
struct SleepTraits {
  RigidInertia inertia;
  double size_m = 0.0;  ///< radius of a ball around its centre that contains it
  int may_sleep = 0;
  int unused = 0;
};

/// Through a pair of the world's contacts whose sides touch, or will before long. One thread per
/// pair.
struct SpreadRestOverPairs {
  static constexpr int grain = 64;
  PairSides sides;
  View<const SleepTraits> traits;
  RestTimes times;

  LIMBER_HD void operator()(int r) const {
    const PairsAhead& ahead = sides.ahead;
    const ContactPair pair = ahead.pairs[r];
    const int first = sides.body_of(pair.corners.x), second = sides.body_of(pair.corners.w);
    if (first < 0 && second < 0) return;
    // Nothing is lowered then: so it is wherever much sleeps together.
    if (first >= 0 && second >= 0 && times.now[first] == times.now[second]) return;
    const PairFrame frame = ahead.frames[r];
    float closing_m = 0.0f;
    for (int k = 0; k < 4; ++k)
      closing_m -=
          frame.weights[k] * glm::dot(glm::vec3(ahead.ways_m[pair.corners[k]]), frame.normal);
    constexpr float touching = 1.1f;  // times the distance that they keep
    if (frame.gap_m - wake_steps_ahead * glm::max(closing_m, 0.0f) > touching * pair.reach_m)
      return;
    const float of_first_s = time_s(pair, frame, first, 1.0f);
    const float of_second_s = time_s(pair, frame, second, -1.0f);
    if (first >= 0) times.lower(first, of_second_s);
    if (second >= 0) times.lower(second, of_first_s);
  }

 private:
  LIMBER_HD float time_s(const ContactPair& pair, const PairFrame& frame, int body,
                         float sign) const {
    if (body >= 0)
      return traits[body].inertia.moves() ? float_of(times.now[body]) : times.forever_s;
    for (int k = 0; k < 4; ++k) {
      if (!(sign * frame.weights[k] > 0.0f)) continue;
      // What is soft may give way too slowly to be seen as moving.
      if (sides.ahead.points[pair.corners[k]].inverse_mass_per_kg > 0.0f) return 0.0f;
      if (glm::vec3(sides.ahead.ways_m[pair.corners[k]]) != glm::vec3(0.0f)) return 0.0f;
    }
    return times.forever_s;
  }
};

/// Through a joint. What the grab holds is awake. One thread per block.
struct SpreadRestOverJoints {
  static constexpr int grain = 64;
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const SleepTraits> traits;
  RestTimes times;

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = blocks[k];
    const int a = block.body_a, b = block.body_b;
    if (block.kind == JointRowsKind::hold) {
      times.lower(a, 0.0f);
    } else if (begins_joint(block.kind) && broken[block.joint] == 0 && b >= 0 &&
               traits[a].inertia.moves() && traits[b].inertia.moves()) {
      times.lower(a, float_of(times.now[b]));
      times.lower(b, float_of(times.now[a]));
    }
  }
};

/// From colliders without faces that move. One thread per point of a body.
struct WakeByColliders {
  static constexpr int grain = 64;
  RigidPoints bodies;
  View<const RigidPose> poses;
  View<const Collider> colliders;
  View<const int> have_faces;  ///< those that pairs tell of; empty: none
  RestTimes times;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const int b = bodies.body_of_point[i];
    const glm::vec3 at_m = bodies.at_m(i, poses[b]);
    for (int c = 0; c < colliders.size; ++c) {
      if (!have_faces.empty() && have_faces[c] != 0) continue;
      const glm::vec3 v = surface_velocity_m_s(colliders[c], at_m);
      if (v == glm::vec3(0.0f)) continue;
      constexpr float margin_m = 0.01f;
      const float near_m = bodies.points[i].radius_m + margin_m +
                           wake_steps_ahead * dt_s * glm::sqrt(glm::dot(v, v));
      if (nearest_surface(colliders[c], at_m).distance_m < near_m) times.lower(b, 0.0f);
    }
  }
};

/// One thread per body.
struct TakeRestTimes {
  View<const int> next;
  View<int> now;
  LIMBER_HD void operator()(int b) const { now[b] = next[b]; }
};

/// One thread.
struct ClearAwake {
  View<int> awake;
  LIMBER_HD void operator()(int) const { awake[0] = 0; }
};

/// Which bodies sleep from here on: nothing moves them then. One thread per body.
struct FallAsleep {
  static constexpr int grain = 64;
  View<const SleepTraits> traits;
  View<const RigidPose> poses;
  View<RigidPose> places;  ///< where each has been resting
  View<int> times, next_times;
  View<RigidInertia> inertias;
  View<RigidMomentum> momenta;
  View<int> awake;  ///< how many that could move are
  float sleep_after_s;
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    const SleepTraits own = traits[b];
    if (!own.inertia.moves()) return;
    float time_s = 0.0f;
    if (own.may_sleep != 0 && stayed(own, poses[b], places[b]))
      time_s = float_of(times[b]) + dt_s;
    else
      places[b] = poses[b];
    times[b] = next_times[b] = bits_of(time_s);
    if (time_s < sleep_after_s) {
      inertias[b] = own.inertia;
      atomic_add(awake[0], 1);
    } else {
      inertias[b] = {};
      momenta[b] = {};
    }
  }

 private:
  LIMBER_HD static bool stayed(const SleepTraits& own, const RigidPose& now,
                               const RigidPose& place) {
    constexpr double share = 0.01, max_way_m = 1e-3;  // of its size, and however large it is
    const double max_m = glm::min(share * own.size_m, max_way_m);
    const glm::dvec3 way = now.position_m - place.position_m;
    // Both have length 1: half of the angle's sine.
    const glm::dvec4 turn = quaternion_product(now.quaternion, inverse_rotation(place.quaternion));
    const glm::dvec3 sine(turn.x, turn.y, turn.z);
    const double turned_m = 2.0 * own.size_m * glm::sqrt(glm::dot(sine, sine));
    return glm::dot(way, way) <= max_m * max_m && turned_m <= max_m;
  }
};

}  // namespace limber
