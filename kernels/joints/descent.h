#pragma once

// A step of rigid bodies by augmented vertex block descent [Giles25, Chen24]. Each body in turn
// takes one Newton step in its own six degrees of freedom, which balances its inertia against the
// forces of its joints and contacts. Then each joint and contact updates its multiplier, and its
// penalty stiffness grows while it is violated. Bodies of one colour move in parallel.
//
// Inertial poses, and the momenta after a step, follow from the same rule, free_motion(): a body
// that nothing touches keeps its spin to rounding, and any other gains its mass times its
// displacement from the inertial pose, over the length of the step (implicit Euler).

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/body_block.h"
#include "kernels/joints/body_colors.h"
#include "kernels/joints/joint_descent.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/view.h"

namespace limber {

/// The shortest rotation between two attitudes, as a rotation vector in world space for turned().
LIMBER_HD inline glm::dvec3 rotation_vector_rad(const glm::dvec4& from, const glm::dvec4& to) {
  const glm::dvec4 turn = quaternion_product(to, inverse_rotation(from));
  const double side = turn.w < 0.0 ? -1.0 : 1.0;
  const glm::dvec3 axis(turn.x, turn.y, turn.z);
  const double sine = glm::sqrt(glm::dot(axis, axis));
  if (!(sine > 0.0)) return glm::dvec3(0.0);
  return axis * (side * 2.0 * turn_rad(sine, side * turn.w) / sine);
}

/// The displacement from one pose to another.
LIMBER_HD inline BodyMove move_between(const RigidPose& from, const RigidPose& to) {
  return {to.position_m - from.position_m, rotation_vector_rad(from.quaternion, to.quaternion)};
}

LIMBER_HD inline glm::dvec3 times_inertia(const RigidInertia& inertia, const glm::dvec4& q,
                                          const glm::dvec3& v) {
  return rotated(q, rotated_back(q, v) / inertia.inverse_per_kg_m2);
}

/// The momentum whose free motion leads from one pose to another, by iteration from a nearby one.
/// Each correction is small, however fast the body spins; it is applied at the middle of the turn,
/// where the angular velocity acts.
LIMBER_HD inline RigidMomentum momentum_between(const RigidPose& from, const RigidPose& to,
                                                const RigidInertia& inertia,
                                                const RigidMomentum& near, double dt_s) {
  RigidMomentum momentum{(to.position_m - from.position_m) / (inertia.inverse_mass_per_kg * dt_s),
                         near.angular_kg_m2_s};
  constexpr int rounds = 4;
  for (int i = 0; i < rounds; ++i) {
    const glm::dvec4 reached = free_motion(from, momentum, inertia, dt_s).quaternion;
    const glm::dvec3 missing_rad = rotation_vector_rad(reached, to.quaternion);
    const glm::dvec3 at_start = spin_rad_s(inertia, from.quaternion, momentum.angular_kg_m2_s);
    const glm::dvec3 half_turn = at_start * (0.5 * dt_s);
    const glm::dvec4 no_turn(0.0, 0.0, 0.0, 1.0);
    momentum.angular_kg_m2_s +=
        times_inertia(inertia, turned(from.quaternion, half_turn),
                      rotated_back(turned(no_turn, half_turn), missing_rad) / dt_s);
  }
  return momentum;
}

/// Penalty stiffnesses of a contact, along its normal and across.
struct ContactStiffness {
  float along_kg = 0.0f, across_kg = 0.0f;
  float share = 1.0f;  ///< see next_share()
};

/// The share of a multiplier's update that is applied, with the sign of the gap's error: doubled,
/// up to 1, while that sign stays the same, halved when it flips [Riedmiller93]. Bodies move one
/// after the other between two updates, so full updates could overshoot more each time [Chen16].
LIMBER_HD inline float next_share(float share, float short_m) {
  constexpr float min_share = 1e-3f;
  const float size = glm::abs(share);
  const bool same_side = (share < 0.0f) == (short_m < 0.0f);
  const float next = same_side ? glm::min(1.0f, 2.0f * size) : glm::max(min_share, 0.5f * size);
  return short_m < 0.0f ? -next : next;
}

/// The impulse of a contact.
struct ContactPush {
  glm::vec3 N_s{0.0f};   ///< on the first side
  float short_m = 0.0f;  ///< missing from its gap
  float slipped_m = 0.0f;
  /// Tangential stiffness. It is lower where the contact slips: a friction force of fixed size
  /// resists only as its direction changes.
  float across_kg = 0.0f;
  bool pushes = false, sticks = false;
};

/// The contacts of a step of descent.
struct DescentContacts {
  View<const RigidPair> pairs;
  View<RigidPairImpulse> impulses;
  View<ContactStiffness> stiffnesses;
  float dt_s;

  /// first, second: displacements of its sides since the step began.
  LIMBER_HD ContactPush push(int i, const RigidPair& pair, const BodyMove& first,
                             const BodyMove& second) const {
    const glm::dvec3 passed =
        displacement_of(first, pair.first_arm_m) - displacement_of(second, pair.second_arm_m);
    const glm::vec3 moved = glm::vec3(passed) + pair.passing_m_s * dt_s;
    const float along_m = glm::dot(moved, pair.normal);
    const glm::vec3 across = moved - pair.normal * along_m;
    const ContactStiffness stiffness = stiffnesses[i];
    ContactPush push;
    push.short_m = pair.wanted_m_s * dt_s - along_m;
    push.slipped_m = glm::sqrt(glm::dot(across, across));
    const glm::vec3 asked = glm::vec3(impulses[i].N_s) +
                            pair.normal * (stiffness.along_kg / dt_s * push.short_m) -
                            across * (stiffness.across_kg / dt_s);
    push.N_s = pair.allowed(asked);
    const float pressed = glm::dot(asked, pair.normal);
    push.pushes = pressed > 0.0f;
    const glm::vec3 rubbed = asked - pair.normal * pressed;
    const float asked_N_s = glm::sqrt(glm::dot(rubbed, rubbed));
    const float max_N_s = pair.friction * glm::max(pressed, 0.0f);
    push.sticks = push.pushes && asked_N_s <= max_N_s;
    push.across_kg = push.sticks ? stiffness.across_kg
                                 : stiffness.across_kg * (max_N_s / glm::max(asked_N_s, 1e-30f));
    return push;
  }

  /// Whether it would push if its gap were short by short_m.
  LIMBER_HD bool would_push(int i, const RigidPair& pair, float short_m) const {
    return glm::dot(glm::vec3(impulses[i].N_s), pair.normal) +
               stiffnesses[i].along_kg / dt_s * short_m >
           0.0f;
  }

 private:
  LIMBER_HD static glm::dvec3 displacement_of(const BodyMove& move, const glm::vec3& arm_m) {
    return move.linear + glm::cross(move.angular, glm::dvec3(arm_m));
  }
};

/// Derives stiffnesses from the impulses of the last step instead of keeping them: contacts come
/// and go. One thread per contact.
struct BeginDescentContacts {
  static constexpr int grain = 64;
  DescentContacts contacts;
  double softest, stiffest;
  /// Penetration under the impulse of the step before, within the bounds above.
  float give_m;

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = contacts.pairs[i];
    const glm::vec3 before(contacts.impulses[i].N_s);
    const float soft = static_cast<float>(softest), stiff = static_cast<float>(stiffest);
    const float borne_kg = glm::sqrt(glm::dot(before, before)) * contacts.dt_s / give_m;
    const auto chosen = [&](float inverse_mass_per_kg) {
      return inverse_mass_per_kg > 0.0f
                 ? glm::clamp(borne_kg, soft / inverse_mass_per_kg, stiff / inverse_mass_per_kg)
                 : 0.0f;
    };
    contacts.stiffnesses[i] = {chosen(pair.along_per_kg), chosen(pair.across_per_kg)};
  }
};

/// The Newton system of a body. The right side is force times dt^2.
struct BodySystem {
  BodyBlock block;
  BodyMove right;
};

/// What the kernels of a descent share.
struct Descent {
  DescentJoints joints;
  DescentContacts contacts;
  BodyLinks links;
  View<const RigidPose> starts;  ///< as the step begins
  View<const RigidPose> free;    ///< inertial poses
  View<RigidPose> poses;
  double dt_s;

  /// Displacement of a body since the step began; zero for -1.
  LIMBER_HD BodyMove moved(int b) const {
    return b < 0 ? BodyMove{} : move_between(starts[b], poses[b]);
  }

  /// The pose after a share of the body's Newton step.
  LIMBER_HD RigidPose descended(int b, double share) const {
    const BodySystem all = system_of(b, 0, 1);
    return descended(b, all, share);
  }
  LIMBER_HD RigidPose descended(int b, const BodySystem& all, double share) const {
    const BodyMove step = all.block.solved(all.right);
    return {poses[b].position_m + step.linear * share,
            turned(poses[b].quaternion, step.angular * share)};
  }

  /// The part of a body's system that `lane` sums: its joints and contacts are split among `lanes`.
  LIMBER_HD BodySystem system_of(int b, int lane, int lanes) const {
    BodySystem sum;
    const RigidPose pose = poses[b];
    const BodyMove away = move_between(free[b], pose);
    if (lane == 0) add_inertia(links.inertias[b], pose, away, sum.block, sum.right);
    if (!joints.blocks.empty()) {
      const int last = links.blocks_of_body.first[b + 1];
      for (int i = links.blocks_of_body.first[b] + lane; i < last; i += lanes)
        add_joint(links.blocks_of_body.items[i], sum.block, sum.right);
    }
    const int first = links.pairs_of_body.first[b] + lane, last = links.pairs_of_body.first[b + 1];
    if (first < last) {
      const BodyMove own = moved(b);
      for (int i = first; i < last; i += lanes)
        add_contact(links.pairs_of_body.items[i], own, away, sum.block, sum.right);
    }
    return sum;
  }

 private:
  LIMBER_HD static void add_inertia(const RigidInertia& inertia, const RigidPose& pose,
                                    const BodyMove& away, BodyBlock& block, BodyMove& right) {
    const double kg = 1.0 / inertia.inverse_mass_per_kg;
    block.add_to_linear(glm::dvec3(kg));
    right.linear -= away.linear * kg;
    right.angular -= times_inertia(inertia, pose.quaternion, away.angular);
    for (int c = 0; c < 3; ++c) {
      glm::dvec3 axis(0.0);
      axis[c] = 1.0;
      block.add({glm::dvec3(0.0), rotated(pose.quaternion, axis)},
                1.0 / inertia.inverse_per_kg_m2[c]);
    }
  }

  LIMBER_HD void add_joint(int item, BodyBlock& block, BodyMove& right) const {
    const int k = item / 2;
    const bool is_b = item % 2 != 0;
    const JointBlock joint = joints.blocks[k];
    if (joints.is_gone(joint)) return;
    const RigidPose a = pose_of(poses, joint.body_a), b = pose_of(poses, joint.body_b);
    const JointPush push = joints.push(k, joint, a, b);
    const JointRows rows = rows_of(joint, a, b);
    for (int r = 0; r < 3; ++r) {
      const BodyMove row = row_of(rows, r, is_b);
      right.linear += row.linear * (push.N_s[r] * dt_s);
      right.angular += row.angular * (push.N_s[r] * dt_s);
      if (push.kg[r] > 0.0) block.add(row, push.kg[r]);
    }
    add_geometric_stiffness(block, joint, push, rows, a, b, is_b, dt_s);
  }

  /// away: displacement of the body from its inertial pose.
  LIMBER_HD void add_contact(int item, const BodyMove& own, const BodyMove& away, BodyBlock& block,
                             BodyMove& right) const {
    const int i = item / 2;
    const bool is_second = item % 2 != 0;
    const RigidPair pair = contacts.pairs[i];
    const BodyMove other = moved(is_second ? pair.first : pair.second);
    const ContactPush push =
        contacts.push(i, pair, is_second ? other : own, is_second ? own : other);
    const glm::dvec3 arm(is_second ? pair.second_arm_m : pair.first_arm_m), n(pair.normal);
    const glm::dvec3 kg_m = glm::dvec3(push.N_s) * (is_second ? -dt_s : dt_s);
    right.linear += kg_m;
    right.angular += glm::cross(arm, kg_m);
    // A contact that does not push, but would at the inertial pose, is just as stiff along its
    // normal: otherwise the body would run into it (section 3.2). One that opens would only hold
    // the body back.
    const auto closes_m = static_cast<float>(
        glm::dot(away.linear + glm::cross(away.angular, arm), n) * (is_second ? -1.0 : 1.0));
    if (!push.pushes && !contacts.would_push(i, pair, push.short_m + closes_m)) return;
    const ContactStiffness stiffness = contacts.stiffnesses[i];
    block.add({n, glm::cross(arm, n)}, static_cast<double>(stiffness.along_kg));
    const glm::dvec3 aside =
        glm::abs(n.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 t = glm::normalize(glm::cross(n, aside)), u = glm::cross(n, t);
    const auto across_kg = static_cast<double>(push.across_kg);
    block.add({t, glm::cross(arm, t)}, across_kg);
    block.add({u, glm::cross(arm, u)}, across_kg);
  }
};

/// Inertial poses, and the initial guess, in which only the share of gravity acts that moved the
/// body in the step before [Chen24, section 3.7]. One thread per body.
struct BeginDescent {
  static constexpr int grain = 64;
  View<const RigidInertia> inertias;
  View<const RigidPose> starts;
  View<const RigidMomentum> momenta;
  View<const double> falling;
  View<RigidPose> free, poses;
  glm::dvec3 gravity_m_s2;
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    const RigidInertia inertia = inertias[b];
    const RigidPose start = starts[b];
    if (!inertia.moves()) {
      free[b] = poses[b] = start;
      return;
    }
    free[b] = poses[b] = free_motion(start, momenta[b], inertia, dt_s);
    poses[b].position_m -= gravity_m_s2 * ((1.0 - falling[b]) * dt_s * dt_s);
  }
};

/// One thread per body of a colour.
struct DescendColor {
  static constexpr int grain = 16;
  Descent descent;
  View<const int> bodies;
  LIMBER_HD void operator()(int i) const {
    descent.poses[bodies[i]] = descent.descended(bodies[i], 1.0);
  }
};

/// Bodies left without a colour take half of their step, all from the same poses. One thread per
/// body.
struct DescendLeftOver {
  static constexpr int grain = 16;
  Descent descent;
  View<const int> bodies;
  View<RigidPose> next;
  LIMBER_HD void operator()(int i) const { next[i] = descent.descended(bodies[i], 0.5); }
};

/// One thread per body.
struct MoveLeftOver {
  View<const int> bodies;
  View<const RigidPose> next;
  View<RigidPose> poses;
  LIMBER_HD void operator()(int i) const { poses[bodies[i]] = next[i]; }
};

/// Updates multipliers, and stiffens contacts with an error left. One thread per contact.
struct UpdateContactMultipliers {
  static constexpr int grain = 64;
  Descent descent;
  float growth_per_m, stiffest;
  bool last = false;  ///< iteration of the step: keeps the full impulse

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = descent.contacts.pairs[i];
    const ContactPush push =
        descent.contacts.push(i, pair, descent.moved(pair.first), descent.moved(pair.second));
    ContactStiffness& stiffness = descent.contacts.stiffnesses[i];
    stiffness.share = next_share(stiffness.share, push.short_m);
    glm::vec4& N_s = descent.contacts.impulses[i].N_s;
    const glm::vec4 pushed(push.N_s, 0.0f);
    N_s = last ? pushed : N_s + (pushed - N_s) * glm::abs(stiffness.share);
    if (!push.pushes) return;
    grow(stiffness.along_kg, glm::abs(push.short_m), pair.along_per_kg);
    if (push.sticks) grow(stiffness.across_kg, push.slipped_m, pair.across_per_kg);
  }

 private:
  LIMBER_HD void grow(float& kg, float missing_m, float inverse_mass_per_kg) const {
    if (!(inverse_mass_per_kg > 0.0f)) return;
    kg = glm::max(kg, glm::min(kg + growth_per_m * missing_m / inverse_mass_per_kg,
                               stiffest / inverse_mass_per_kg));
  }
};

/// Momenta from the displacements in the step, and the share of gravity that moved each body. One
/// thread per body.
struct EndDescent {
  static constexpr int grain = 64;
  View<const RigidInertia> inertias;
  View<const RigidPose> starts, poses;
  View<RigidMomentum> momenta;
  View<double> falling;
  glm::dvec3 gravity_m_s2;
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    const RigidInertia inertia = inertias[b];
    if (!inertia.moves()) return;
    const RigidMomentum before = momenta[b];
    const RigidMomentum now = momentum_between(starts[b], poses[b], inertia, before, dt_s);
    const glm::dvec3 pushed_m_s2 =
        (now.linear_kg_m_s - before.linear_kg_m_s) * (inertia.inverse_mass_per_kg / dt_s);
    const double square = glm::dot(gravity_m_s2, gravity_m_s2);
    falling[b] = square > 0.0
                     ? glm::clamp(1.0 + glm::dot(pushed_m_s2, gravity_m_s2) / square, 0.0, 1.0)
                     : 0.0;
    momenta[b] = now;
  }
};

}  // namespace limber
