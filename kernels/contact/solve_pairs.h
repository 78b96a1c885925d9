#pragma once

// Contact response within the iterations of a substep: impulses with Coulomb friction. Each pair
// accumulates its impulse over all iterations, so friction is limited by the whole normal impulse,
// and an iteration may take back the excess of an earlier one. All pairs are solved at once, with
// each point split among the pairs that push at it (mass splitting [Tonge12]): both sides get the
// same impulse.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/clamped_length.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/hd.h"
#include "kernels/only_if.h"
#include "kernels/pbd/particle.h"
#include "kernels/rebound.h"
#include "kernels/view.h"

namespace limber {

/// Displacements of points, summed in fixed point: the sums do not depend on order.
struct PointMoves {
  View<long long> sums;                             ///< three per particle
  static constexpr float per_m = 1099511627776.0f;  ///< 2^40: a picometre

  LIMBER_HD void add(int i, const glm::vec3& displacement_m) const {
    for (int k = 0; k < 3; ++k) {
      const float scaled = glm::clamp(displacement_m[k], -1e6f, 1e6f) * per_m;
      atomic_add(sums[3 * i + k], scaled == scaled ? static_cast<long long>(scaled) : 0LL);
    }
  }
  /// Returns the sum and clears it.
  LIMBER_HD glm::vec3 take(int i) const {
    glm::vec3 displacement_m;
    for (int k = 0; k < 3; ++k) {
      displacement_m[k] = static_cast<float>(static_cast<double>(sums[3 * i + k]) / per_m);
      sums[3 * i + k] = 0;
    }
    return displacement_m;
  }
};

/// The rotation of a point's body, so that friction acts at a surface: the point is the centre of a
/// sphere, or on the surface of a rigid body.
struct alignas(16) SphereTurn {
  glm::vec3 turned_rad{0.0f};  ///< since the substep began
  float radius_m = 0.0f;       ///< 0: the point does not turn
  /// Of a sphere: additional inverse effective mass across the normal, at its surface.
  float more_across_per_kg = 0.0f;
  int rigid = 0;  ///< nonzero: on a rigid body's surface
  float unused[2] = {};
};

/// Distances along the normal from the nearest points of both sides to where friction acts.
struct RubbingPlace {
  float first_m = 0.0f, second_m = 0.0f;
};

enum class Gives : std::int32_t {
  equally,   ///< by the particle's inverse mass, in all directions
  directed,  ///< by its own matrix
  body,      ///< with its rigid body
};

/// The symmetric inverse mass matrix of a point whose response depends on direction. Of a rigid
/// body: its inverse inertia in world space instead.
struct alignas(16) PointMobility {
  glm::vec3 diagonal_per_kg{0.0f};
  float xy_per_kg = 0.0f, yz_per_kg = 0.0f, zx_per_kg = 0.0f;
  Gives gives = Gives::equally;
  float body_per_kg = 0.0f;  ///< of a rigid body
  glm::vec3 lever_m{0.0f};   ///< from its centre of mass to the point
  float unused = 0.0f;

  /// n: a unit vector; of other vectors, the quadratic form.
  LIMBER_HD float along_per_kg(const glm::vec3& n) const {
    return glm::dot(diagonal_per_kg, n * n) +
           2.0f * (xy_per_kg * n.x * n.y + yz_per_kg * n.y * n.z + zx_per_kg * n.z * n.x);
  }
  /// An upper bound in directions across n.
  LIMBER_HD float across_per_kg(const glm::vec3& n) const {
    return diagonal_per_kg.x + diagonal_per_kg.y + diagonal_per_kg.z - along_per_kg(n);
  }
  /// Of a rigid body at one of its points.
  LIMBER_HD float body_along_per_kg(const glm::vec3& at_m, const glm::vec3& n) const {
    return body_per_kg + along_per_kg(glm::cross(at_m, n));
  }
  /// The same across n: the sum of two directions, an upper bound for each.
  LIMBER_HD float body_across_per_kg(const glm::vec3& at_m, const glm::vec3& n) const {
    const float trace = diagonal_per_kg.x + diagonal_per_kg.y + diagonal_per_kg.z;
    return 2.0f * body_per_kg + glm::dot(at_m, at_m) * trace - along_per_kg(at_m) -
           along_per_kg(glm::cross(at_m, n));
  }
};

/// Over-relaxation of split points: it converges below 2. Points that several pairs push alike
/// overshoot by half, which the next pass takes back; without a next pass, bodies would be thrown
/// apart.
inline constexpr float over_relaxed = 1.5f, not_over_relaxed = 1.0f;

/// What the kernels of the response share.
struct PairViews {
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const float> targets_m;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const int> pushing;  ///< pairs that pushed at each particle in the iteration before
  View<int> pushing_now;
  View<const SphereTurn> turns;  ///< of each particle; empty where none turns
  PointMoves twists;             ///< torques on turning points, scaled as moves are from forces
  View<const PointMobility> mobilities;  ///< of each particle; empty where all give equally
  float relaxation = over_relaxed;

  /// Friction acts at the surface of a sphere. Between rigid bodies it acts at one common point, so
  /// that it does not turn the two together; a side that is no body has no lever, so the other has
  /// all of it.
  LIMBER_HD RubbingPlace rubbing(const glm::ivec4& c, const PairFrame& frame) const {
    if (turns.empty()) return {};
    const SphereTurn first = turns[c.x], second = turns[c.w];
    if (first.rigid == 0)
      return {first.radius_m, second.rigid != 0 ? frame.gap_m - first.radius_m : 0.0f};
    const float share = first.radius_m / (first.radius_m + second.radius_m);
    return {frame.gap_m * share, frame.gap_m * (1.0f - share)};
  }

  /// The relative displacement of a pair's sides since the substep began.
  LIMBER_HD glm::vec3 moved_m(const glm::ivec4& c, const PairFrame& frame) const {
    glm::vec3 sum(0.0f);
    for (int k = 0; k < 4; ++k)
      sum += (particles[c[k]].position_m - glm::vec3(starts_m[c[k]])) * frame.weights[k];
    const RubbingPlace at = rubbing(c, frame);
    if (at.first_m != 0.0f) sum += glm::cross(turns[c.x].turned_rad, frame.normal * -at.first_m);
    if (at.second_m != 0.0f) sum -= glm::cross(turns[c.w].turned_rad, frame.normal * at.second_m);
    return sum;
  }

  /// The inverse effective mass of a pair along its normal, or across it, with each point split.
  LIMBER_HD float inverse_mass_per_kg(const glm::ivec4& c, const PairFrame& frame,
                                      bool across = false) const {
    float whole = 0.0f, split = 0.0f;
    const auto add = [&](float own, int parts) {
      whole += own;
      split += own * static_cast<float>(parts > 1 ? parts : 1);
    };
    for (int k = 0; k < 4; ++k) {
      if (is_of_body(c[k])) continue;
      add(inverse_mass_per_kg(c[k], frame.normal, across) * frame.weights[k] * frame.weights[k],
          pushing[c[k]]);
    }
    for (int k = 0; k < 4; k += 3)
      if (is_of_body(c[k])) add(inverse_body_mass_per_kg(c, frame, k, across), pushing[c[k]]);
    return glm::max(whole, split / relaxation);
  }

  /// Whether any of the corners can move.
  LIMBER_HD bool some_give(const glm::ivec4& c) const {
    return particles[c.x].inverse_mass_per_kg > 0.0f || particles[c.y].inverse_mass_per_kg > 0.0f ||
           particles[c.z].inverse_mass_per_kg > 0.0f || particles[c.w].inverse_mass_per_kg > 0.0f;
  }

  /// Counts a pair that pushes, at each of its points, and at a rigid body once.
  LIMBER_HD void count(const glm::ivec4& c, const glm::vec4& weights) const {
    for (int k = 0; k < 4; ++k)
      if (is_of_body(c[k]) ? k == 0 || k == 3 : weights[k] != 0.0f)
        atomic_add(pushing_now[c[k]], 1);
  }

  /// but_for: bits of corners to leave out.
  LIMBER_HD void push(const PointMoves& moves, const glm::ivec4& c, const PairFrame& frame,
                      const glm::vec3& kg_m, int but_for = 0) const {
    for (int k = 0; k < 4; ++k) {
      const float share = particles[c[k]].inverse_mass_per_kg * frame.weights[k];
      if (share != 0.0f && (but_for >> k & 1) == 0) moves.add(c[k], kg_m * share);
    }
    const RubbingPlace at = rubbing(c, frame);
    if (at.first_m != 0.0f && (but_for & 1) == 0)
      twists.add(c.x,
                 glm::cross(frame.normal * -at.first_m, kg_m) * particles[c.x].inverse_mass_per_kg);
    if (at.second_m != 0.0f && (but_for & 8) == 0)
      twists.add(
          c.w, glm::cross(frame.normal * -at.second_m, kg_m) * particles[c.w].inverse_mass_per_kg);
  }

  /// Whether all points respond alike along and across a normal.
  LIMBER_HD bool are_alike() const { return turns.empty() && mobilities.empty(); }

 private:
  LIMBER_HD float inverse_mass_per_kg(int i, const glm::vec3& normal, bool across) const {
    const float per_kg = particles[i].inverse_mass_per_kg;
    if (!mobilities.empty() && mobilities[i].gives == Gives::directed && per_kg > 0.0f)
      return across ? mobilities[i].across_per_kg(normal) : mobilities[i].along_per_kg(normal);
    return across && !turns.empty() ? per_kg + turns[i].more_across_per_kg : per_kg;
  }

  /// Whether a point moves only with a rigid body that all corners of its side are on.
  LIMBER_HD bool is_of_body(int i) const {
    return !mobilities.empty() && mobilities[i].gives == Gives::body;
  }

  /// Of the body on one side of a pair, where it touches, or where friction acts. side: 0 the
  /// first, 3 the second.
  LIMBER_HD float inverse_body_mass_per_kg(const glm::ivec4& c, const PairFrame& frame, int side,
                                           bool across) const {
    const float sign = side == 0 ? 1.0f : -1.0f;
    glm::vec3 at_m(0.0f);
    for (int k = 0; k < 4; ++k)
      if (sign * frame.weights[k] > 0.0f)
        at_m += mobilities[c[k]].lever_m * (sign * frame.weights[k]);
    const PointMobility body = mobilities[c[side]];
    if (!across) return body.body_along_per_kg(at_m, frame.normal);
    const RubbingPlace rub = rubbing(c, frame);
    at_m += frame.normal * (side == 0 ? -rub.first_m : rub.second_m);
    return body.body_across_per_kg(at_m, frame.normal);
  }
};

/// PairsAhead::solved where all corners have received their whole impulse.
inline constexpr int all_solved = 0xff;

/// Warm starts a substep with the kept impulses of the last one, and counts pairs that push. One
/// thread per pair.
struct WarmStartPairs {
  PairViews views;
  View<const PointTraits> traits;  ///< empty where nothing rebounds
  View<float> targets_m;
  View<PairImpulse> impulses;
  View<int> solved;  ///< see PairsAhead; empty where none is
  PointMoves moves;
  float kept;  ///< share of the impulses of pairs that are not solved already
  float dt_s;

  LIMBER_HD void operator()(int r) const {
    int but_for = 0;
    if (!solved.empty()) {
      but_for = solved[r];
      solved[r] = 0;
    }
    if (targets_m[r] < 0.0f) return;
    const ContactPair pair = views.pairs[r];
    const glm::ivec4 c = pair.corners;
    if (!views.some_give(c)) return;
    const PairFrame frame = views.frames[r];
    PairImpulse impulse = impulses[r];
    if (but_for == 0) impulse = {impulse.N_s * kept, impulse.normal_N_s * kept};
    const float displacement_m = glm::dot(views.moved_m(c, frame), frame.normal);
    if (const float restitution = restitution_of(c); restitution > 0.0f && but_for != 0) {
      // A pair that is already solved has rebounded: that is kept.
      if (rebounds(restitution, displacement_m, dt_s))
        targets_m[r] = glm::max(targets_m[r], frame.gap_m + displacement_m);
    } else if (restitution > 0.0f) {
      // The target for the gap that gives just the separating speed of the rebound.
      if (rebounds(restitution, -displacement_m, dt_s) &&
          frame.gap_m + displacement_m < pair.reach_m)
        targets_m[r] = frame.gap_m - restitution * displacement_m;
      if (displacement_m > 0.0f) impulse = impulses[r] = {};  // separating: no warm start
    }
    const float normal_N_s = glm::max(0.0f, glm::dot(impulse.N_s, frame.normal));
    const bool closes = frame.gap_m + displacement_m < targets_m[r];
    if (normal_N_s > 0.0f || closes) views.count(c, frame.weights);
    if (impulse.normal_N_s == 0.0f) return;
    const glm::vec3 along = impulse.N_s - frame.normal * glm::dot(impulse.N_s, frame.normal);
    impulse = {frame.normal * normal_N_s + clamped_length(along, pair.friction * normal_N_s),
               normal_N_s};
    impulses[r] = impulse;
    if (but_for == 0) {
      views.push(moves, c, frame, impulse.N_s * dt_s);
    } else {
      const glm::vec3 normal = frame.normal * normal_N_s;
      views.push(moves, c, frame, normal * dt_s, but_for);
      views.push(moves, c, frame, (impulse.N_s - normal) * dt_s, but_for >> 4);
    }
  }

 private:
  LIMBER_HD float restitution_of(const glm::ivec4& c) const {
    if (traits.empty()) return 0.0f;
    return mean_of_surfaces(traits[c.x].restitution, traits[c.w].restitution);
  }
};

/// One iteration. One thread per pair.
struct SolvePairs {
  static constexpr int blocks_at_once = blocks_for_all_threads;
  PairViews views;
  View<PairImpulse> impulses;
  PointMoves moves;
  float dt_s;

  LIMBER_HD void operator()(int r) const {
    const float target_m = views.targets_m[r];
    if (target_m < 0.0f) return;
    const ContactPair pair = views.pairs[r];
    const glm::ivec4 c = pair.corners;
    if (!views.some_give(c)) return;
    const PairFrame frame = views.frames[r];
    const PairImpulse before = impulses[r];
    const glm::vec3 moved_m = views.moved_m(c, frame);
    const float displacement_m = glm::dot(moved_m, frame.normal);
    const float missing_m = target_m - frame.gap_m - displacement_m;
    if (!(missing_m > 0.0f) && before.normal_N_s == 0.0f) return;
    const float inverse_mass = views.inverse_mass_per_kg(c, frame);
    if (!(inverse_mass > 0.0f)) return;
    const float normal_N_s = glm::max(0.0f, before.normal_N_s + missing_m / (inverse_mass * dt_s));
    const float across =
        views.are_alike() ? inverse_mass : views.inverse_mass_per_kg(c, frame, true);
    const glm::vec3 along = before.N_s - frame.normal * before.normal_N_s -
                            (moved_m - frame.normal * displacement_m) / (across * dt_s);
    const PairImpulse now{
        frame.normal * normal_N_s + clamped_length(along, pair.friction * normal_N_s), normal_N_s};
    impulses[r] = now;
    views.push(moves, c, frame, (now.N_s - before.N_s) * dt_s);
    if (normal_N_s > 0.0f) views.count(c, frame.weights);
  }
};

/// Applies the displacements that pairs ask for. One thread per point of a surface.
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
