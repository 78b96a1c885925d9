#pragma once

// Rigid bodies in the world's contacts: points of their surfaces are among its points. Impulses on
// points act on the linear and angular momentum of their body, with the levers at the start of the
// step, so that a pair conserves both about any centre ([Mueller20]; mass splitting by [Tonge12],
// see solve_pairs.h).

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// A surface point in the frame of its body, which touches at radius_m from it.
struct alignas(16) RigidPoint {
  glm::vec3 at_m{0.0f};
  float radius_m = 0.0f;
};

/// The points of bodies, and the bodies' inertias.
struct RigidPoints {
  View<const RigidPoint> points;
  View<const int> first;  ///< of each body, and one more
  View<const int> body_of_point;
  View<const int> touches;  ///< of each body: whether it touches other bodies
  View<const RigidInertia> inertias;

  LIMBER_HD glm::dvec3 lever_m(int i, const RigidPose& pose) const {
    return rotated(pose.quaternion, glm::dvec3(points[i].at_m));
  }
  LIMBER_HD glm::vec3 at_m(int i, const RigidPose& pose) const {
    return glm::vec3(pose.position_m + lever_m(i, pose));
  }
  /// Upper bound of the point's inverse effective mass in any direction.
  LIMBER_HD float max_per_kg(int i) const {
    const RigidInertia inertia = inertias[body_of_point[i]];
    const glm::dvec3 at(points[i].at_m);
    return static_cast<float>(inertia.inverse_mass_per_kg +
                              glm::dot(at, at) * inertia.easiest_per_kg_m2());
  }
};

/// One thread per point.
struct ShowRigidPoints {
  static constexpr int grain = 256;
  RigidPoints bodies;
  View<const RigidPose> poses;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    points[i] = {bodies.at_m(i, poses[bodies.body_of_point[i]]), bodies.max_per_kg(i)};
  }
};

/// Applies the displacements that contacts ask of points to the momenta. One thread per body.
struct PushRigidPoints {
  static constexpr int grain = 32;
  RigidPoints bodies;
  PointMoves moves, twists;
  View<const Particle> points;
  View<const RigidPose> starts;  ///< of the world's step
  View<int> pushing, pushing_now;
  View<RigidMomentum> momenta;
  double dt_s;  ///< of the world's step

  LIMBER_HD void operator()(int b) const {
    if (bodies.touches[b] == 0) return;
    RigidMomentum momentum = momenta[b];
    int parts = 0;
    bool moved = false;
    for (int i = bodies.first[b]; i < bodies.first[b + 1]; ++i)
      if (take(b, i, parts, momentum)) moved = true;
    if (moved) momenta[b] = momentum;
    for (int i = bodies.first[b]; i < bodies.first[b + 1]; ++i) pushing[i] = parts;
  }

  /// Adds the impulse on point i, and how many pairs push at it; returns whether there is an
  /// impulse.
  LIMBER_HD bool take(int b, int i, int& parts, RigidMomentum& momentum) const {
    parts += pushing_now[i];
    pushing_now[i] = 0;
    const glm::dvec3 displacement_m(moves.take(i)), twist_m2(twists.take(i));
    if (displacement_m == glm::dvec3(0.0) && twist_m2 == glm::dvec3(0.0)) return false;
    const double kg_per_s = 1.0 / (static_cast<double>(points[i].inverse_mass_per_kg) * dt_s);
    const glm::dvec3 impulse_N_s = displacement_m * kg_per_s;
    momentum.linear_kg_m_s += impulse_N_s;
    momentum.angular_kg_m2_s +=
        glm::cross(bodies.lever_m(i, starts[b]), impulse_N_s) + twist_m2 * kg_per_s;
    return true;
  }
};

/// Updates the points' positions and mobilities. One thread per point.
struct MoveRigidPoints {
  static constexpr int grain = 128;
  RigidPoints bodies;
  View<const RigidPose> starts, predicted;
  View<SphereTurn> turns;
  View<PointMobility> mobilities;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    const int b = bodies.body_of_point[i];
    const RigidPose start = starts[b], now = predicted[b];
    points[i].position_m = bodies.at_m(i, now);
    turns[i] = {.turned_rad = glm::vec3(turn_between_rad(start.quaternion, now.quaternion)),
                .radius_m = bodies.points[i].radius_m,
                .rigid = 1};
    const RigidInertia inertia = bodies.inertias[b];
    const glm::dvec3 columns[3] = {spin_rad_s(inertia, start.quaternion, {1.0, 0.0, 0.0}),
                                   spin_rad_s(inertia, start.quaternion, {0.0, 1.0, 0.0}),
                                   spin_rad_s(inertia, start.quaternion, {0.0, 0.0, 1.0})};
    mobilities[i] = {.diagonal_per_kg = glm::vec3(columns[0].x, columns[1].y, columns[2].z),
                     .xy_per_kg = static_cast<float>(columns[0].y),
                     .yz_per_kg = static_cast<float>(columns[1].z),
                     .zx_per_kg = static_cast<float>(columns[2].x),
                     .gives = Gives::body,
                     .body_per_kg = static_cast<float>(inertia.inverse_mass_per_kg),
                     .lever_m = glm::vec3(bodies.lever_m(i, start))};
  }
};

/// Bodies without joints, which may slide along planes: see kernels/contact/slide.h.
struct RigidSlides {
  RigidPoints bodies;
  View<const RigidPose> starts;
  View<RigidPose> predicted;
  View<const int> together, sizes;  ///< the group of each body, and how many bodies it has
  View<const int> body_of_point;    ///< of the system's points, in the world
  View<const float> extents_m;      ///< largest distance of each body's points from its centre
  View<BodySlide> slides;           ///< of the world's bodies

  LIMBER_HD bool slide(int b) const {
    return bodies.touches[b] != 0 && bodies.inertias[b].moves() && sizes[together[b]] == 1;
  }
  LIMBER_HD BodySlide& of(int b) const { return slides[body_of_point[bodies.first[b]]]; }
  /// Notes the displacement of a body.
  LIMBER_HD void measure(int b, BodySlide& slide) const {
    const RigidPose start = starts[b], end = predicted[b];
    slide.travel_m = glm::vec3(end.position_m - start.position_m);
    const glm::dvec3 half_turn(quaternion_product(
        end.quaternion, glm::dvec4(-glm::dvec3(start.quaternion), start.quaternion.w)));
    slide.moves_m = 1.001f * (glm::length(slide.travel_m) +
                              2.0f * glm::length(glm::vec3(half_turn)) * extents_m[b]);
    const glm::vec3 size = glm::abs(glm::vec3(start.position_m));
    slide.largest_m = glm::max(size.x, glm::max(size.y, size.z)) + extents_m[b];
  }
};

/// One thread per body.
struct StartSlides {
  static constexpr int grain = 64;
  RigidSlides all;

  LIMBER_HD void operator()(int b) const {
    if (all.bodies.first[b] == all.bodies.first[b + 1]) return;
    BodySlide slide;
    slide.slides = all.slide(b) ? 1 : 0;
    all.measure(b, slide);
    all.of(b) = slide;
  }
};

/// One thread per body.
struct SlideRigid {
  static constexpr int grain = 64;
  RigidSlides all;
  View<Particle> points;

  LIMBER_HD void operator()(int b) const {
    if (!all.slide(b)) return;
    BodySlide slide = all.of(b);
    glm::vec3 back_m(0.0f);
    bool too_wide = false;
    for (int k = 0; k < 3; ++k) {
      if (slide.up_m[k] != 0) slide.asked |= 1 << k;
      if (slide.down_m[k] != 0) slide.asked |= 8 << k;
      too_wide = too_wide || (slide.asked & 9 << k) == 9 << k;
      back_m[k] = float_of(slide.up_m[k]) - float_of(slide.down_m[k]);
      slide.up_m[k] = slide.down_m[k] = 0;
    }
    if (back_m == glm::vec3(0.0f) && !too_wide) return;
    const float turn = float_of(slide.turn);
    slide.turn = bits_of(1.0f);
    RigidPose pose = all.predicted[b];
    if (too_wide && turn < 1.0f)
      pose.quaternion = between(all.starts[b], pose, static_cast<double>(turn)).quaternion;
    else
      pose.position_m += glm::dvec3(back_m);
    all.predicted[b] = pose;
    all.measure(b, slide);
    all.of(b) = slide;
    const RigidPoints& bodies = all.bodies;
    for (int i = bodies.first[b]; i < bodies.first[b + 1]; ++i)
      points[i].position_m = bodies.at_m(i, pose);
  }
};

/// All bodies of a jointed group move by the smallest share of their step that any of them may:
/// otherwise joints would open.
struct RigidShares {
  /// A group, or a body without joints, that moves by less than these shares for more than so many
  /// steps in a row is jammed. A body that leaves its region waits for one step.
  static constexpr float jammed_share = 0.1f, jammed_share_alone = 0.5f;
  static constexpr int patience = 8, patience_alone = 1;
  View<const int> together, sizes;  ///< the group of each body; the bodies of each group
  View<int> least;                  ///< of each group: bits of a float, which sort as floats do
  View<int> jams;                   ///< of each group: steps in a row in which it hardly moved

  LIMBER_HD bool is_alone(int b) const { return sizes[together[b]] == 1; }
  LIMBER_HD bool is_jammed(int b) const {
    return jams[together[b]] > (is_alone(b) ? patience_alone : patience);
  }
};

/// One thread per group.
struct ClearRigidShares {
  RigidShares shares;
  LIMBER_HD void operator()(int i) const { shares.least[i] = bits_of(1.0f); }
};

/// Lowers each group's share to that of its bodies' points. One thread per body.
struct TakeRigidShares {
  static constexpr int grain = 32;
  RigidPoints bodies;
  View<const int> of_points;  ///< bits of floats
  RigidShares shares;

  LIMBER_HD void operator()(int b) const {
    if (bodies.touches[b] == 0) return;
    int least = bits_of(1.0f);
    for (int i = bodies.first[b]; i < bodies.first[b + 1]; ++i)
      least = glm::min(least, of_points[i]);
    if (least < bits_of(1.0f)) atomic_min(shares.least[shares.together[b]], least);
  }
};

/// At the end of a step. One thread per group.
struct CountJams {
  RigidShares shares;
  View<int> jammed;  ///< how often groups with joints have jammed since the start

  LIMBER_HD void operator()(int i) const {
    constexpr int patience = RigidShares::patience;
    const bool hardly =
        float_of(shares.least[i]) <
        (shares.sizes[i] > 1 ? RigidShares::jammed_share : RigidShares::jammed_share_alone);
    const int before = shares.jams[i], now = hardly ? glm::min(before + 1, patience + 1) : 0;
    if (now > patience && before <= patience && shares.sizes[i] > 1) atomic_add(jammed[0], 1);
    shares.jams[i] = now;
  }
};

/// One thread per point.
struct GiveRigidShares {
  RigidPoints bodies;
  RigidShares shares;
  View<int> of_points, next_of_points;

  LIMBER_HD void operator()(int i) const {
    of_points[i] = next_of_points[i] = shares.least[shares.together[bodies.body_of_point[i]]];
  }
};

/// Moves bodies only by their share. A body that is held back keeps its momentum, which contacts
/// absorb in later steps. In a jam they may never do so: they see the velocities of points, not
/// that a corner would have to pass through what is beside it. A structure with joints then loses
/// half of its momentum, and a body with corners half of its spin. One thread per body.
struct HoldRigid {
  static constexpr int grain = 32;
  RigidPoints bodies;
  RigidShares shares;
  View<const RigidPose> starts;
  View<RigidPose> predicted;
  View<RigidMomentum> momenta;
  View<SphereTurn> turns;
  View<SearchState> state;

  LIMBER_HD void operator()(int b) const {
    for (int i = bodies.first[b]; i < bodies.first[b + 1]; ++i)
      turns[i].turned_rad = glm::vec3(0.0f);
    const float share = float_of(shares.least[shares.together[b]]);
    if (!(share < 1.0f) || !bodies.inertias[b].moves()) return;
    predicted[b] = between(starts[b], predicted[b], static_cast<double>(share));
    if (shares.is_jammed(b)) {
      const bool alone = shares.is_alone(b),
                 has_corners = bodies.first[b + 1] > bodies.first[b] + 1;
      if (!alone) momenta[b].linear_kg_m_s *= 0.5;
      if (!alone || has_corners) momenta[b].angular_kg_m2_s *= 0.5;
    }
    atomic_add(state[0].held_back, 1);
  }
};

/// A body that is joined to no other and that contacts hold back for long loses half of the
/// momentum with which it does not move: what is light and held back itself, as twigs are, takes
/// little of it, and under gravity it would push ever harder. One thread per body.
struct SlowStuckRigid {
  static constexpr int grain = 64;
  static constexpr int patience = 50;  ///< an impact on a light cloth may take 25 steps
  RigidSlides all;
  RigidShares shares;
  View<RigidMomentum> momenta;
  View<int> stuck;  ///< steps in a row in which each moved less than half as far as it should
  double dt_s;      ///< of the world's step

  LIMBER_HD void operator()(int b) const {
    if (!all.slide(b)) {  // it may sleep
      stuck[b] = 0;
      return;
    }
    const bool held = all.of(b).asked != 0 || shares.least[shares.together[b]] < bits_of(1.0f);
    const glm::dvec3 had = momenta[b].linear_kg_m_s, none(0.0);
    // Without what only corrects its place.
    const glm::dvec3 kept = glm::clamp((all.predicted[b].position_m - all.starts[b].position_m) /
                                           (all.bodies.inertias[b].inverse_mass_per_kg * dt_s),
                                       glm::min(had, none), glm::max(had, none));
    const bool hardly = held && glm::dot(kept, had) < 0.5 * glm::dot(had, had);
    stuck[b] = hardly ? glm::min(stuck[b] + 1, patience + 1) : 0;
    if (stuck[b] > patience) momenta[b].linear_kg_m_s = 0.5 * (had + kept);
  }
};

}  // namespace limber
