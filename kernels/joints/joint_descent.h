#pragma once

// Joints in a block descent [Giles25]: each row pushes with its multiplier and a penalty stiffness
// that grows while the row is violated (its equations 11 to 16). Forces are kept times dt, as
// impulses, and stiffnesses times dt^2, in kilograms, so that the tuning does not depend on dt.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/body_block.h"
#include "kernels/joints/drive.h"
#include "kernels/joints/joint.h"
#include "kernels/view.h"

namespace limber {

/// Impulses of a block's rows on body a, along their derivatives, and their stiffnesses.
struct JointPush {
  double N_s[3] = {0.0, 0.0, 0.0};
  double kg[3] = {0.0, 0.0, 0.0};
  double off_m[3] = {0.0, 0.0, 0.0};  ///< error of each row
  bool grows[3] = {false, false, false};
};

/// The joints of a step of descent.
struct DescentJoints {
  View<const JointBlock> blocks;  ///< empty: none
  View<const int> broken;
  View<const JointDrive> drives;
  View<const glm::dvec3> wanted_m_s;      ///< of each hold
  View<const double> softness_per_kg;     ///< of each hold
  View<const glm::dvec3> start_errors_m;  ///< as the step begins; x of a drive: its coordinate
  View<double> impulses_N_s;              ///< 3 per block
  View<double> stiffnesses_kg;            ///< 3 per block
  /// Share of the initial error that a step leaves, so that joints do not snap shut (equation 18).
  double error_kept;
  double dt_s;

  LIMBER_HD bool is_gone(const JointBlock& block) const {
    return block.kind != JointRowsKind::hold && broken[block.joint] != 0;
  }

  /// Maximum stiffness of a row, in kg: hard_kg for rigid rows.
  LIMBER_HD double max_kg(const JointBlock& block, int r) const {
    if (block.kind == JointRowsKind::hold) return 1.0 / softness_per_kg[block.joint];
    if (block.drive >= 0 && r == spring_row) {
      const JointDrive drive = drives[block.drive];
      return dt_s * (drive.damping_N_s_m + dt_s * drive.spring_N_m);
    }
    return hard_kg;
  }

  /// Of block k at these poses.
  LIMBER_HD JointPush push(int k, const JointBlock& block, const RigidPose& a,
                           const RigidPose& b) const {
    JointPush push;
    if (block.drive >= 0) {
      push_driven(k, block, a, b, push);
      return push;
    }
    const bool is_hold = block.kind == JointRowsKind::hold;
    const glm::dvec3 kept = start_errors_m[k] * (is_hold ? 1.0 : error_kept);
    glm::dvec3 off = error_of(block, a, b) - kept;
    if (is_hold) off -= wanted_m_s[block.joint] * dt_s;
    for (int r = 0; r < 3; ++r) {
      const double kg = stiffnesses_kg[3 * k + r];
      push.kg[r] = kg;
      push.off_m[r] = off[r];
      push.N_s[r] = -kg / dt_s * off[r];
      if (!is_hold) push.N_s[r] += impulses_N_s[3 * k + r];
      push.grows[r] = kg > 0.0;
    }
    return push;
  }

  static constexpr double hard_kg = 1e15;

 private:
  LIMBER_HD void push_driven(int k, const JointBlock& block, const RigidPose& a, const RigidPose& b,
                             JointPush& push) const {
    const JointDrive drive = drives[block.drive];
    const double coordinate = joint_coordinate_m(block, drive, a, b), start = start_errors_m[k].x;
    double gone = coordinate - start;
    if (glm::abs(gone) > 0.5 * drive.around_m)
      gone -= gone > 0.0 ? drive.around_m : -drive.around_m;
    if (drive.has[limit_row] != 0) {
      const double kg = stiffnesses_kg[3 * k + limit_row], before = impulses_N_s[3 * k + limit_row];
      const double below =
          coordinate - (drive.low_m + error_kept * glm::min(start - drive.low_m, 0.0));
      const double above =
          coordinate - (drive.high_m + error_kept * glm::max(start - drive.high_m, 0.0));
      const double up = before - kg / dt_s * below, down = before - kg / dt_s * above;
      const bool pushes = up > 0.0 || down < 0.0;
      push.N_s[limit_row] = up > 0.0 ? up : down < 0.0 ? down : 0.0;
      // Still stiff while it releases: otherwise the body would return to where it came from.
      push.kg[limit_row] = pushes || before != 0.0 ? kg : 0.0;
      push.off_m[limit_row] = up > 0.0 ? below : above;
      push.grows[limit_row] = pushes;
    }
    if (drive.has[spring_row] != 0) {
      push.kg[spring_row] = max_kg(block, spring_row);
      push.N_s[spring_row] =
          -(dt_s * drive.spring_N_m * (coordinate - drive.rest_m) + drive.damping_N_s_m * gone);
    }
    if (drive.has[motor_row] != 0) {
      const double kg = stiffnesses_kg[3 * k + motor_row], max_N_s = drive.motor_N * dt_s;
      push.off_m[motor_row] = gone - drive.motor_m_s * dt_s;
      const double asked = impulses_N_s[3 * k + motor_row] - kg / dt_s * push.off_m[motor_row];
      push.N_s[motor_row] = glm::clamp(asked, -max_N_s, max_N_s);
      push.grows[motor_row] = push.N_s[motor_row] == asked;
      push.kg[motor_row] = kg;
    }
  }
};

LIMBER_HD inline BodyMove row_of(const JointRows& rows, int r, bool is_b) {
  return is_b ? BodyMove{-rows.linear_a[r], rows.angular_b[r]}
              : BodyMove{rows.linear_a[r], rows.angular_a[r]};
}

/// Geometric stiffness of rows whose directions turn with the body: column lengths of the rows'
/// second derivatives, times their impulses, on the diagonal (section 3.5).
LIMBER_HD inline void add_geometric_stiffness(BodyBlock& sum, const JointBlock& block,
                                              const JointPush& push, const JointRows& rows,
                                              const RigidPose& a, const RigidPose& b, bool is_b,
                                              double dt_s) {
  const glm::dvec3 kg_m = glm::dvec3(push.N_s[0], push.N_s[1], push.N_s[2]) * dt_s;
  const auto all_turns = [&](double kg_m2) { sum.add_to_angular(glm::dvec3(kg_m2)); };
  const double all_kg_m = glm::abs(kg_m.x) + glm::abs(kg_m.y) + glm::abs(kg_m.z);
  const glm::dvec3 lever =
      is_b ? rotated(b.quaternion, block.at_b_m) : rotated(a.quaternion, block.at_a_m);
  switch (block.kind) {
    case JointRowsKind::point:
    case JointRowsKind::hold: {
      // (f r^T + r f^T) / 2 - (f.r) 1
      const double along = glm::dot(kg_m, lever);
      for (int c = 0; c < 3; ++c) {
        glm::dvec3 column = 0.5 * (kg_m * lever[c] + lever * kg_m[c]);
        column[c] -= along;
        glm::dvec3 turns(0.0);
        turns[c] = glm::sqrt(glm::dot(column, column));
        sum.add_to_angular(turns);
      }
      return;
    }
    case JointRowsKind::distance: {
      const glm::dvec3 apart = apart_m(block, a, b);
      const double length = glm::max(glm::sqrt(glm::dot(apart, apart)), 1e-12);
      const double reach = glm::sqrt(glm::dot(lever, lever));
      const glm::dvec3 n = rows.linear_a[0];
      sum.add_to_linear(glm::sqrt(glm::max(glm::dvec3(1.0) - n * n, 0.0)) * (all_kg_m / length));
      all_turns(all_kg_m * (reach + reach * reach / length));
      return;
    }
    case JointRowsKind::slide:
    case JointRowsKind::drive_slide: {
      const glm::dvec3 arm =
          is_b ? a.position_m + rotated(a.quaternion, block.at_a_m) - b.position_m : lever;
      all_turns(all_kg_m * glm::sqrt(glm::dot(arm, arm)));
      return;
    }
    default:
      all_turns(all_kg_m * block.length_m);
  }
}

/// Measures errors and inverse effective masses of rows, and warm starts them. One thread per
/// block.
struct BeginDescentJoints {
  static constexpr int grain = 64;
  DescentJoints joints;
  View<const RigidPose> starts;
  View<const RigidInertia> inertias;
  View<glm::dvec3> start_errors_m;
  View<double> inverse_mass_per_kg;  ///< 3 per block
  /// Impulses by which another method brought joints to rest in the step before; taken over and
  /// cleared.
  View<double> stops_N_s;
  double softest;  ///< see DescentTuning
  double stiffness_kept, impulse_kept;

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = joints.blocks[k];
    if (!some_move(block, inertias)) return;  // sleeping joints keep their state
    const RigidPose a = pose_of(starts, block.body_a), b = pose_of(starts, block.body_b);
    const bool gone = joints.is_gone(block);
    start_errors_m[k] = error_of(block, a, b);
    if (block.drive >= 0)
      start_errors_m[k].x = joint_coordinate_m(block, joints.drives[block.drive], a, b);
    const JointRows rows = gone ? no_rows() : rows_of(block, a, b);
    for (int r = 0; r < 3; ++r) {
      const int row = 3 * k + r;
      double gives = mobility(block.body_a, a, row_of(rows, r, false));
      if (block.body_b >= 0) gives += mobility(block.body_b, b, row_of(rows, r, true));
      inverse_mass_per_kg[row] = gives;
      const double max_kg = joints.max_kg(block, r);
      const double kept = joints.stiffnesses_kg[row] * stiffness_kept;
      joints.stiffnesses_kg[row] =
          gives > 0.0 ? glm::min(glm::max(kept, softest / gives), max_kg) : 0.0;
      joints.impulses_N_s[row] =
          gives > 0.0 ? (joints.impulses_N_s[row] + stops_N_s[row]) * impulse_kept : 0.0;
      stops_N_s[row] = 0.0;
    }
  }

 private:
  LIMBER_HD double mobility(int body, const RigidPose& pose, const BodyMove& row) const {
    const RigidInertia inertia = inertias[body];
    return inertia.inverse_mass_per_kg * glm::dot(row.linear, row.linear) +
           glm::dot(row.angular, spin_rad_s(inertia, pose.quaternion, row.angular));
  }
};

/// Updates multipliers, and stiffens rows with an error left. One thread per block.
struct UpdateJointMultipliers {
  static constexpr int grain = 64;
  DescentJoints joints;
  View<const RigidPose> poses;
  View<const RigidInertia> inertias;
  View<const double> inverse_mass_per_kg;
  double growth_per_m, stiffest;  ///< see DescentTuning

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = joints.blocks[k];
    if (joints.is_gone(block) || !some_move(block, inertias)) return;
    const JointPush push =
        joints.push(k, block, pose_of(poses, block.body_a), pose_of(poses, block.body_b));
    for (int r = 0; r < 3; ++r) {
      const int row = 3 * k + r;
      joints.impulses_N_s[row] = push.N_s[r];
      if (!push.grows[r]) continue;
      const double more = growth_per_m * glm::abs(push.off_m[r]) / inverse_mass_per_kg[row];
      const double max_kg = glm::min(stiffest / inverse_mass_per_kg[row], joints.max_kg(block, r));
      joints.stiffnesses_kg[row] =
          glm::max(joints.stiffnesses_kg[row], glm::min(joints.stiffnesses_kg[row] + more, max_kg));
    }
  }
};

}  // namespace limber
