#pragma once

// Moving solids: with constant angular velocity, such as a drum with its lifters, along a given
// path, or dragged by the user.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/collider.h"
#include "kernels/contact/collider_faces.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/path.h"
#include "kernels/pose.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Motion state of a collider besides its turns.
struct ColliderMotion {
  float path_s = 0.0f;        ///< time on its path
  glm::vec3 dragged_m{0.0f};  ///< displacement by the user
  glm::vec3 drag_m_s{0.0f};
};

/// Colliders that the user drags together.
struct HeldColliders {
  int first = 0;
  int count = 0;           ///< 0: none
  glm::vec3 base_m{0.0f};  ///< undragged position of the point that follows the mouse
};

/// Prescribed motions of colliders, evaluated from the start so that no rounding errors accumulate.
struct ColliderCourses {
  View<const Collider> start;
  View<const Path> paths;
  View<const PathKey> keys;

  /// Its turns after a while, modulo 1.
  LIMBER_HD float turns_after(int c, float turns, float passed_s) const {
    const float sum = turns + start[c].turn_rad_s * passed_s / (2.0f * pi);
    return sum - glm::floor(sum);
  }

  /// Its time on the path after a while.
  LIMBER_HD float path_s_after(int c, float path_s, float passed_s) const {
    if (paths[c].count == 0) return path_s;
    const float end_s = keys[paths[c].first + paths[c].count - 1].time_s;
    path_s += passed_s;
    if (path_s >= end_s) path_s = paths[c].repeats != 0 ? path_s - end_s : end_s;
    return path_s;
  }

  LIMBER_HD Collider placed(int c, float turns, const ColliderMotion& motion) const {
    Collider now = after_turns(start[c], turns);
    if (paths[c].count > 0) {
      glm::vec3 velocity_m_s;
      now.center_m += path_shift_m(paths[c], keys, motion.path_s, velocity_m_s);
      now.velocity_m_s = velocity_m_s;
    }
    now.center_m += motion.dragged_m;
    return now;
  }

  LIMBER_HD bool is_driven(int c) const {
    return paths[c].count > 0 || start[c].turn_rad_s != 0.0f;
  }
};

/// Moves all colliders by a step.
struct MoveColliders {
  ColliderCourses courses;
  View<const HeldColliders> held;  ///< one
  View<const FrameInputs> inputs;
  View<float> turns;  ///< of each since the start, modulo 1
  View<ColliderMotion> motions;
  View<const float> late_s;  ///< of each; empty: colliders are never held back
  View<Collider> colliders;
  float dt_s;

  static constexpr float grab_per_s = 20.0f;  ///< angular frequency with which it follows the mouse
  static constexpr float max_drag_m_s = 5.0f;  ///< so that a flick does not shoot it

  /// Relative speed-up of a late collider until it has caught up.
  static constexpr float making_up = 0.25f;
  /// Time by which a collider advances in a step.
  LIMBER_HD static float passing_s(float late_s, float dt_s) {
    return dt_s + glm::min(late_s, making_up * dt_s);
  }

  LIMBER_HD void operator()(int c) const {
    const float passed_s = late_s.empty() ? dt_s : passing_s(late_s[c], dt_s);
    turns[c] = courses.turns_after(c, turns[c], passed_s);
    ColliderMotion motion = motions[c];
    motion.path_s = courses.path_s_after(c, motion.path_s, passed_s);
    if (c >= held[0].first && c < held[0].first + held[0].count) {
      // A critically damped spring in implicit form, which is stable for any step.
      const glm::vec3 displacement = inputs[0].grab_target_m - held[0].base_m - motion.dragged_m;
      const float k = grab_per_s * dt_s;
      motion.drag_m_s =
          (motion.drag_m_s + grab_per_s * k * displacement) / (1.0f + 2.0f * k + k * k);
      const float speed = glm::sqrt(glm::dot(motion.drag_m_s, motion.drag_m_s));
      if (speed > max_drag_m_s) motion.drag_m_s *= max_drag_m_s / speed;
      motion.dragged_m += dt_s * motion.drag_m_s;
    } else {
      motion.drag_m_s = glm::vec3(0.0f);
    }
    Collider now = courses.placed(c, turns[c], motion);
    if (passed_s != dt_s) {
      now.turn_rad_s *= passed_s / dt_s;
      now.velocity_m_s *= passed_s / dt_s;
    }
    now.velocity_m_s += motion.drag_m_s;
    motions[c] = motion;
    colliders[c] = now;
  }
};

/// State of the colliders before a step in which they may be held back.
struct KeptColliders {
  View<Collider> poses;
  View<float> turns;
  View<ColliderMotion> motions;
};

/// One thread per collider.
struct KeepColliders {
  View<const Collider> colliders;
  View<const float> turns;
  View<const ColliderMotion> motions;
  KeptColliders kept;
  View<int> min_shares;  ///< see ColliderShares

  LIMBER_HD void operator()(int c) const {
    kept.poses[c] = colliders[c];
    kept.turns[c] = turns[c];
    kept.motions[c] = motions[c];
    min_shares[c] = bits_of(1.0f);
  }
};

/// Limits colliders to their shares of the step, and records how late they are. One thread per
/// collider.
struct HoldColliders {
  ColliderCourses courses;
  KeptColliders kept;
  ColliderShares may_go;
  View<float> turns;
  View<ColliderMotion> motions;
  View<float> late_s;
  View<Collider> colliders;
  View<SearchState> state;
  float dt_s;

  LIMBER_HD void operator()(int c) const {
    const float share = float_of(may_go.least[may_go.leaders[c]]);
    const float wanted_s = MoveColliders::passing_s(late_s[c], dt_s), passed_s = share * wanted_s;
    if (courses.is_driven(c)) {
      const float late = late_s[c] + (dt_s - passed_s);
      late_s[c] = late > 1e-3f * dt_s ? late : 0.0f;
      atomic_max(state[0].latest_s, bits_of(late_s[c]));
    }
    if (!(share < 1.0f)) return;
    const Collider wanted = colliders[c];
    const ColliderMotion before = kept.motions[c];
    ColliderMotion motion = motions[c];
    turns[c] = courses.turns_after(c, kept.turns[c], passed_s);
    motion.path_s = courses.path_s_after(c, before.path_s, passed_s);
    motion.dragged_m = before.dragged_m + (motion.dragged_m - before.dragged_m) * share;
    motion.drag_m_s *= share;
    Collider now = courses.placed(c, turns[c], motion);
    now.turn_rad_s = wanted.turn_rad_s * share;
    now.velocity_m_s = wanted.velocity_m_s * share;
    motions[c] = motion;
    colliders[c] = now;
    if (may_go.leaders[c] == c) atomic_add(state[0].colliders_held_back, 1);
  }
};

/// Publishes the poses of the drawn colliders.
struct PublishColliders {
  View<const int> drawn;  ///< indices of colliders
  View<const Collider> start, colliders;
  View<const float> turns;
  float ago_s;  ///< shows them as they were that long ago
  View<const int> not_finite;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    const int c = drawn[i];
    const float then = turns[c] - colliders[c].turn_rad_s * ago_s / (2.0f * pi);
    const glm::vec4 q = rotation_of(start[c], then);
    const glm::vec3 moved_m = colliders[c].center_m - after_turns(start[c], turns[c]).center_m -
                              ago_s * colliders[c].velocity_m_s;
    out[i] = {after_turns(start[c], then).center_m + moved_m, 0.0f, {q.x, q.y, q.z}, q.w};
  }
};

}  // namespace limber
