#pragma once

// Pairs at the start of a step of the world, before its systems take theirs.

#include <glm/glm.hpp>

#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// Share of the impulses for warm starting where points are much lighter than their bodies: the
/// full impulse that stopped a body would throw it back, as iterations correct little of it.
inline constexpr float warm_start_of_bodies = 0.9f;

/// The world's pairs at the start of a step, for systems that solve them themselves.
struct PairsAhead {
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const float> targets_m;
  View<PairImpulse> impulses;  ///< of the step before, and then of this one
  /// Bit k: corner k's own system has already applied the corner's share of the normal impulse. Bit
  /// 4 + k: likewise of friction.
  View<int> solved;
  PointMoves moves;
  View<const SearchState> state;
  View<const Particle> points;  ///< of all systems
  /// Displacements of the points in the step before; the first step has no pairs.
  View<const glm::vec4> displacements_m;
  View<const int> have_moved;  ///< points, in the step before
  float dt_s;

  /// The warm start of pair r: a share of its impulse, or all of it if it rested.
  LIMBER_HD PairImpulse warm_start(int r, float share) const {
    const PairImpulse before = impulses[r];
    if (!some_have_moved(have_moved, pairs[r].corners)) return before;
    return {before.N_s * share, before.normal_N_s * share};
  }
};

/// Displacements of points in the step before, and their starts in this one. One thread per point.
struct BeginAhead {
  View<const Particle> now;
  View<Particle> starts;  ///< of the step before, and then of this one
  int first_face;         ///< first point of faces, whose displacements are known
  View<const Particle> face_ends;
  View<glm::vec4> displacements_m;
  View<glm::vec4> starts_m;
  View<int> have_moved;  ///< since pairs were last set up

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x = now[i].position_m;
    const glm::vec3 displacement =
        i < first_face ? x - starts[i].position_m : face_ends[i].position_m - x;
    displacements_m[i] = glm::vec4(displacement, 0.0f);
    starts[i] = now[i];
    have_moved[i] = x != glm::vec3(starts_m[i]) ? 1 : 0;
    starts_m[i] = glm::vec4(x, 0.0f);
  }
};

}  // namespace limber
