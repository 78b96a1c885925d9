#pragma once

// Which rigid bodies sleep: those that have stayed in place for a while, and with them all that
// they touch or are joined to. A body's time at rest is at most that of its neighbours, so a moving
// body wakes those around it, further with each step (as islands are put to sleep in [Catto23], but
// without a search for islands: times spread instead of labels).
//
// The criterion is displacement, not speed: jitter does not keep a body awake, and a slowly turning
// one does not fall asleep.

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

/// Times at rest per body, in seconds, as bits of floats: these sort as the floats do.
struct RestTimes {
  View<const int> now;
  View<int> next;
  static constexpr float forever_s = 1e30f;  ///< of static things, which wake nothing

  /// Limits the time of body b to that of a neighbour.
  LIMBER_HD void lower(int b, float time_s) const { atomic_min(next[b], bits_of(time_s)); }
};

/// Bodies are woken this many steps before they are met.
inline constexpr int wake_steps_ahead = 2;

/// A body's inertia while awake, and whether it may sleep.
struct SleepTraits {
  RigidInertia inertia;
  double size_m = 0.0;  ///< radius of its bounding sphere around its centre
  int may_sleep = 0;
  int unused = 0;
};

/// Spreads times through a pair of the world's contacts that touches or will before long. One
/// thread per pair.
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
    // Nothing to lower: the usual case among sleeping bodies.
    if (first >= 0 && second >= 0 && times.now[first] == times.now[second]) return;
    const PairFrame frame = ahead.frames[r];
    float closing_m = 0.0f;
    for (int k = 0; k < 4; ++k)
      closing_m -= frame.weights[k] *
                   glm::dot(glm::vec3(ahead.displacements_m[pair.corners[k]]), frame.normal);
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
      // Soft bodies may deform too slowly to be seen as moving.
      if (sides.ahead.points[pair.corners[k]].inverse_mass_per_kg > 0.0f) return 0.0f;
      if (glm::vec3(sides.ahead.displacements_m[pair.corners[k]]) != glm::vec3(0.0f)) return 0.0f;
    }
    return times.forever_s;
  }
};

/// Spreads times through a joint; keeps the grabbed body awake. One thread per block.
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

/// Wakes bodies near moving colliders without faces. One thread per point of a body.
struct WakeByColliders {
  static constexpr int grain = 64;
  RigidPoints bodies;
  View<const RigidPose> poses;
  View<const Collider> colliders;
  View<const int> have_faces;  ///< colliders that pairs cover; empty: none
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

/// Wakes bodies, or puts them to sleep, which makes them immovable. One thread per body.
struct FallAsleep {
  static constexpr int grain = 64;
  View<const SleepTraits> traits;
  View<const RigidPose> poses;
  View<RigidPose> places;  ///< where each has been resting
  View<int> times, next_times;
  View<RigidInertia> inertias;
  View<RigidMomentum> momenta;
  View<int> awake;  ///< number of movable bodies that are awake
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
    constexpr double share = 0.01, max_displacement_m = 1e-3;  // of its size, and an absolute limit
    const double max_m = glm::min(share * own.size_m, max_displacement_m);
    const glm::dvec3 displacement = now.position_m - place.position_m;
    // Unit quaternions: this is the sine of half the angle.
    const glm::dvec4 turn = quaternion_product(now.quaternion, inverse_rotation(place.quaternion));
    const glm::dvec3 sine(turn.x, turn.y, turn.z);
    const double turned_m = 2.0 * own.size_m * glm::sqrt(glm::dot(sine, sine));
    return glm::dot(displacement, displacement) <= max_m * max_m && turned_m <= max_m;
  }
};

}  // namespace limber
