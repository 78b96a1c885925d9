#pragma once

// Solids that turn at a steady rate, such as a drum with its lifters.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// A step of all of them. Each is turned anew from its start, so that no rounding bends it.
struct TurnColliders {
  View<const Collider> start;
  View<float> turns;  ///< of each since the start, without whole ones
  View<Collider> colliders;
  float dt_s;

  LIMBER_HD void operator()(int c) const {
    const float sum = turns[c] + start[c].turn_rad_s * dt_s / (2.0f * pi);
    turns[c] = sum - glm::floor(sum);
    colliders[c] = after_turns(start[c], turns[c]);
  }
};

/// Poses of the ones that are drawn.
struct PublishColliders {
  View<const int> drawn;  ///< colliders
  View<const Collider> start;
  View<const float> turns;
  float ago_s;  ///< shows them as they were then
  View<const int> not_finite;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    const Collider& collider = start[drawn[i]];
    const float now = turns[drawn[i]] - collider.turn_rad_s * ago_s / (2.0f * pi);
    const glm::vec4 q = rotation_of(collider, now);
    out[i] = {after_turns(collider, now).center_m, 0.0f, {q.x, q.y, q.z}, q.w};
  }
};

}  // namespace limber
