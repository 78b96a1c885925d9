#pragma once

// Solids that move: at a steady turn, as a drum with its lifters, along a given path, or by hand.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// A place on the path of a collider, relative to where it starts.
struct PathKey {
  float time_s;
  glm::vec3 shift_m;
};

/// The keys of a collider's path among those of all.
struct ColliderPath {
  int first = 0;
  int count = 0;    ///< 0: it has none
  int repeats = 1;  ///< from the last key on it begins anew; else it stays there
};

/// Where a collider is besides its turns.
struct ColliderMotion {
  float path_s = 0.0f;        ///< on its path
  glm::vec3 dragged_m{0.0f};  ///< by the user, from where it would be
  glm::vec3 drag_m_s{0.0f};
};

/// What the user holds: colliders that are dragged together.
struct HeldColliders {
  int first = 0;
  int count = 0;           ///< 0: none
  glm::vec3 base_m{0.0f};  ///< where the point that follows the hand would be without being dragged
};

/// The shift at a time of a path, and its velocity: cubic through the keys, with the slopes of
/// Catmull and Rom ("A class of local interpolating splines", 1974); a repeated path is smooth
/// where it begins anew.
LIMBER_HD inline glm::vec3 path_shift_m(const ColliderPath& path, const View<const PathKey>& keys,
                                        float time_s, glm::vec3& velocity_m_s) {
  velocity_m_s = glm::vec3(0.0f);
  if (path.count == 0) return glm::vec3(0.0f);
  const int last = path.first + path.count - 1;
  int k = path.first;
  while (k < last && keys[k + 1].time_s <= time_s) ++k;
  if (k == last) return keys[last].shift_m;
  const auto slope = [&](int i) {
    const bool first = i == path.first, end = i == last;
    if ((first || end) && path.repeats == 0) return glm::vec3(0.0f);
    const PathKey& before = keys[first ? last - 1 : i - 1];
    const PathKey& after = keys[end ? path.first + 1 : i + 1];
    // The way and the time from one to the other, across the end of a path that repeats.
    const glm::vec3 way = first || end ? (keys[path.first + 1].shift_m - keys[path.first].shift_m) +
                                             (keys[last].shift_m - keys[last - 1].shift_m)
                                       : after.shift_m - before.shift_m;
    const float passed_s = first || end ? (keys[path.first + 1].time_s - keys[path.first].time_s) +
                                              (keys[last].time_s - keys[last - 1].time_s)
                                        : after.time_s - before.time_s;
    return way / passed_s;
  };
  const float length_s = keys[k + 1].time_s - keys[k].time_s;
  const float s = (time_s - keys[k].time_s) / length_s;
  const glm::vec3 a = keys[k].shift_m, b = keys[k + 1].shift_m;
  const glm::vec3 da = slope(k) * length_s, db = slope(k + 1) * length_s;
  const glm::vec3 c2 = 3.0f * (b - a) - 2.0f * da - db, c3 = 2.0f * (a - b) + da + db;
  velocity_m_s = (da + s * (2.0f * c2 + 3.0f * s * c3)) / length_s;
  return a + s * (da + s * (c2 + s * c3));
}

/// A step of all of them. Each is placed anew from its start, so that no rounding bends it.
struct MoveColliders {
  View<const Collider> start;
  View<const ColliderPath> paths;
  View<const PathKey> keys;
  View<const HeldColliders> held;  ///< one
  View<const FrameInputs> inputs;
  View<float> turns;  ///< of each since the start, without whole ones
  View<ColliderMotion> motions;
  View<Collider> colliders;
  float dt_s;

  static constexpr float hand_per_s = 20.0f;   ///< angular frequency with which it follows the hand
  static constexpr float max_drag_m_s = 5.0f;  ///< a flick of the mouse is no shot

  LIMBER_HD void operator()(int c) const {
    const float sum = turns[c] + start[c].turn_rad_s * dt_s / (2.0f * pi);
    turns[c] = sum - glm::floor(sum);
    Collider now = after_turns(start[c], turns[c]);
    ColliderMotion motion = motions[c];
    if (paths[c].count > 0) {
      const float end_s = keys[paths[c].first + paths[c].count - 1].time_s;
      motion.path_s += dt_s;
      if (motion.path_s >= end_s)
        motion.path_s = paths[c].repeats != 0 ? motion.path_s - end_s : end_s;
      glm::vec3 velocity_m_s;
      now.center_m += path_shift_m(paths[c], keys, motion.path_s, velocity_m_s);
      now.velocity_m_s = velocity_m_s;
    }
    if (c >= held[0].first && c < held[0].first + held[0].count) {
      // A critically damped spring in implicit form, which is stable for any step.
      const glm::vec3 way = inputs[0].grab_target_m - held[0].base_m - motion.dragged_m;
      const float k = hand_per_s * dt_s;
      motion.drag_m_s = (motion.drag_m_s + hand_per_s * k * way) / (1.0f + 2.0f * k + k * k);
      const float speed = glm::sqrt(glm::dot(motion.drag_m_s, motion.drag_m_s));
      if (speed > max_drag_m_s) motion.drag_m_s *= max_drag_m_s / speed;
      motion.dragged_m += dt_s * motion.drag_m_s;
    } else {
      motion.drag_m_s = glm::vec3(0.0f);
    }
    now.center_m += motion.dragged_m;
    now.velocity_m_s += motion.drag_m_s;
    motions[c] = motion;
    colliders[c] = now;
  }
};

/// Poses of the ones that are drawn.
struct PublishColliders {
  View<const int> drawn;  ///< colliders
  View<const Collider> start, colliders;
  View<const float> turns;
  float ago_s;  ///< shows them as they were then
  View<const int> not_finite;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    const int c = drawn[i];
    const float then = turns[c] - start[c].turn_rad_s * ago_s / (2.0f * pi);
    const glm::vec4 q = rotation_of(start[c], then);
    const glm::vec3 moved_m = colliders[c].center_m - after_turns(start[c], turns[c]).center_m -
                              ago_s * colliders[c].velocity_m_s;
    out[i] = {after_turns(start[c], then).center_m + moved_m, 0.0f, {q.x, q.y, q.z}, q.w};
  }
};

}  // namespace limber
