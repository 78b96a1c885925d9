#pragma once

// How drives act in a step. Their active rows are found by an active-set method: solve, release
// rows that would pull or push too hard, activate rows whose bounds are passed, and solve again;
// bounds apply to accumulated impulses [Catto05]. A spring uses the implicit midpoint rule, which
// conserves energy: half of its impulse in each half of a step, both computed at the midpoint.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/drive.h"
#include "kernels/joints/joint_step.h"
#include "kernels/view.h"

namespace limber {

/// Chooses the active rows of drives for a solve, and the impulses of inactive rows. One thread per
/// drive.
struct ChooseDrives {
  static constexpr int grain = 32;
  View<const JointDrive> drives;
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const JointRows> rows;
  View<const RigidPose> poses, predicted;
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  View<const double> closing_N_s;  ///< impulses of the first half of the step
  View<double> sums_N_s;           ///< of this half so far; at its start, of the step before
  View<double> given_N_s;          ///< impulses of inactive rows, applied at once
  View<DriveState> states;
  bool at_rest;  ///< the half of the step that brings joints to rest
  bool first;    ///< solve of this half
  double dt_s;

  LIMBER_HD void operator()(int d) const {
    const JointDrive drive = drives[d];
    const JointBlock block = blocks[drive.block];
    const int row = 3 * drive.block;
    DriveState state = states[d];
    double given[drive_rows] = {0.0, 0.0, 0.0};
    if (broken[block.joint] != 0 || !some_move(block, inertias)) {
      state = {};
    } else {
      const RigidPose a = pose_of(first ? poses : predicted, block.body_a);
      const RigidPose b = pose_of(first ? poses : predicted, block.body_b);
      if (drive.has[limit_row] != 0) {
        const double sum = sums_N_s[row + limit_row];
        state.on[limit_row] = limit(drive, state.on[limit_row], sum, closing_N_s[row + limit_row],
                                    joint_coordinate_m(block, drive, a, b));
        if (!first && state.on[limit_row] == 0) given[limit_row] = -sum;
      }
      if (drive.has[spring_row] != 0) {
        state.on[spring_row] = at_rest ? 0 : 1;
        if (at_rest && first) given[spring_row] = closing_N_s[row + spring_row];
      }
      if (drive.has[motor_row] != 0) choose_motor(drive, block, state, given[motor_row]);
    }
    states[d] = state;
    for (int r = 0; r < drive_rows; ++r) {
      given_N_s[row + r] = given[r];
      if (first && state.on[r] == 0) sums_N_s[row + r] = 0.0;
    }
  }

 private:
  /// The lower limit pushes up, the upper one down.
  LIMBER_HD static int side_of(double impulse_N_s) {
    return impulse_N_s > 0.0 ? -1 : impulse_N_s < 0.0 ? 1 : 0;
  }

  LIMBER_HD int limit(const JointDrive& drive, int on, double sum_N_s, double closing_sum_N_s,
                      double coordinate) const {
    if (first && at_rest) return side_of(closing_sum_N_s);
    if (first && sum_N_s != 0.0) return side_of(sum_N_s);
    if (on != 0 && !first) return on * sum_N_s > 0.0 ? 0 : on;
    if (at_rest) return 0;
    return coordinate < drive.low_m ? -1 : coordinate > drive.high_m ? 1 : 0;
  }

  LIMBER_HD void choose_motor(const JointDrive& drive, const JointBlock& block, DriveState& state,
                              double& given_N_s_now) const {
    const double max_N_s = 0.5 * dt_s * drive.motor_N;
    const double sum = sums_N_s[3 * drive.block + motor_row];
    const int limit_side = state.on[limit_row];
    int& on = state.on[motor_row];
    double wanted_N_s = sum;
    if (limit_side != 0 && limit_side * drive.motor_m_s > 0.0) {
      // The motor pushes against the limit with its maximum force.
      on = 0;
      wanted_N_s = limit_side * max_N_s;
    } else if (first) {
      on = glm::abs(sum) < (1.0 - 1e-9) * max_N_s ? 1 : 0;
      wanted_N_s = on != 0 ? 0.0 : (sum < 0.0 ? -max_N_s : max_N_s);
    } else if (on != 0) {
      on = glm::abs(sum) > max_N_s ? 0 : 1;
      if (on == 0) wanted_N_s = sum < 0.0 ? -max_N_s : max_N_s;
    } else {
      const double v_m_s =
          joint_velocity_m_s(block, rows[drive.block], poses, momenta, inertias)[motor_row];
      on = sum * (v_m_s - drive.motor_m_s) > 0.0 ? 1 : 0;
    }
    given_N_s_now = first ? wanted_N_s : (on != 0 ? 0.0 : wanted_N_s - sum);
  }
};

/// The rows that a solve sees: inactive ones are cleared. One thread per block.
struct TakeBearingRows {
  static constexpr int grain = 64;
  View<const JointBlock> blocks;
  View<const JointRows> rows;
  View<const double> added_diagonal_per_kg;
  View<const DriveState> states;
  View<JointRows> bearing;
  View<double> bearing_diagonal_per_kg;

  LIMBER_HD void operator()(int k) const {
    JointRows taken = rows[k];
    const JointBlock block = blocks[k];
    for (int r = 0; r < 3; ++r) {
      const bool off = block.drive >= 0 && states[block.drive].on[r] == 0;
      if (off) taken.linear_a[r] = taken.angular_a[r] = taken.angular_b[r] = glm::dvec3(0.0);
      bearing_diagonal_per_kg[3 * k + r] = off ? 1.0 : added_diagonal_per_kg[3 * k + r];
    }
    bearing[k] = taken;
  }
};

/// Velocity errors of active drive rows; runs after JointRightSide. One thread per drive.
struct DriveRightSide {
  static constexpr int grain = 32;
  View<const JointDrive> drives;
  View<const JointBlock> blocks;
  View<const DriveState> states;
  View<const JointRows> rows;
  View<const RigidPose> poses, predicted;
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  View<const double> sums_N_s;  ///< so far; empty: none
  View<double> right_m_s;
  bool at_rest;
  double dt_s;

  LIMBER_HD void operator()(int d) const {
    const JointDrive drive = drives[d];
    const JointBlock block = blocks[drive.block];
    const DriveState state = states[d];
    const int row = 3 * drive.block;
    const glm::dvec3 v_m_s = joint_velocity_m_s(block, rows[drive.block], poses, momenta, inertias);
    double missing_m_s[drive_rows] = {0.0, 0.0, 0.0};
    if (state.on[limit_row] != 0) {
      const double bound_m = state.on[limit_row] < 0 ? drive.low_m : drive.high_m;
      const glm::dvec3 passed_m(beyond_m(drive, coordinate_m(block, drive, poses)), 0.0, 0.0);
      const double aim_m = bound_m + left_open_m(passed_m, dt_s).x;
      missing_m_s[limit_row] =
          at_rest ? -v_m_s[limit_row] : (aim_m - coordinate_m(block, drive, predicted)) / dt_s;
    }
    if (state.on[spring_row] != 0) {
      const double stretched_m = coordinate_m(block, drive, poses) - drive.rest_m;
      const double resists = drive.damping_N_s_m + 0.5 * dt_s * drive.spring_N_m;
      missing_m_s[spring_row] = -drive.spring_N_m * stretched_m / resists - v_m_s[spring_row];
      if (!sums_N_s.empty())
        missing_m_s[spring_row] -= spring_softness_per_kg(drive, dt_s) * sums_N_s[row + spring_row];
    }
    if (state.on[motor_row] != 0) missing_m_s[motor_row] = drive.motor_m_s - v_m_s[motor_row];
    for (int r = 0; r < drive_rows; ++r) right_m_s[row + r] = missing_m_s[r];
  }

 private:
  LIMBER_HD static double coordinate_m(const JointBlock& block, const JointDrive& drive,
                                       const View<const RigidPose>& at) {
    return joint_coordinate_m(block, drive, pose_of(at, block.body_a), pose_of(at, block.body_b));
  }
};

}  // namespace limber
