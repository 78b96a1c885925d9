#pragma once

// Pairs as a step of the world begins, before its systems take theirs.

#include <glm/glm.hpp>

#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/look_for_pairs.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// The pairs of a world's contacts as a step begins, for what solves for them itself.
struct PairsAhead {
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const float> targets_m;
  View<PairImpulse> impulses;  ///< of the step before, and then of this one
  /// Bit k: the step of its own system has given corner k its share of the normal impulse. Bit
  /// 4 + k: and of friction.
  View<int> solved;
  PointMoves moves;
  View<const LookState> state;
  View<const Particle> points;  ///< of all systems
  /// How far those went in the step before; there are no pairs in the first one.
  View<const glm::vec4> ways_m;
  float dt_s;
};

/// How far points went in the step before, and where they begin this one. One thread per point.
struct BeginAhead {
  View<const Particle> now;
  View<Particle> starts;  ///< of the step before, and then of this one
  int first_face;         ///< from here on points are of faces, whose ways are known
  View<const Particle> face_ends;
  View<glm::vec4> ways_m;
  View<glm::vec4> starts_m;
  View<int> have_moved;  ///< since pairs were begun last

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x = now[i].position_m;
    const glm::vec3 way = i < first_face ? x - starts[i].position_m : face_ends[i].position_m - x;
    ways_m[i] = glm::vec4(way, 0.0f);
    starts[i] = now[i];
    have_moved[i] = x != glm::vec3(starts_m[i]) ? 1 : 0;
    starts_m[i] = glm::vec4(x, 0.0f);
  }
};

}  // namespace limber
