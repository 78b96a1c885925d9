#pragma once

// A step of articulated bodies.
//
// [Weber13, section 4.2], after [Bender06] and [Weinstein06].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/drive.h"
#include "kernels/joints/joint.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Gravity and damping. One thread per body.
struct KickRigid {
  View<const RigidInertia> inertias;
  View<RigidMomentum> momenta;
  glm::dvec3 gravity_m_s2;
  double kept;  ///< share of the momenta that damping leaves
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    const double inverse_mass = inertias[b].inverse_mass_per_kg;
    if (!(inverse_mass > 0.0)) return;
    RigidMomentum momentum = momenta[b];
    momentum.linear_kg_m_s = (momentum.linear_kg_m_s + gravity_m_s2 * (dt_s / inverse_mass)) * kept;
    momentum.angular_kg_m2_s *= kept;
    momenta[b] = momentum;
  }
};

/// Poses after a step of free motion.
struct PredictRigid {
  View<const RigidPose> poses;
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  View<RigidPose> predicted;
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    predicted[b] = free_motion(poses[b], momenta[b], inertias[b], dt_s);
  }
};

/// Errors of joints at these poses; of a drive, how far it is beyond its limits. One thread per
/// block.
struct MeasureJoints {
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const RigidPose> poses;
  View<const JointDrive> drives;
  View<glm::dvec3> errors_m;

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = blocks[k];
    errors_m[k] = glm::dvec3(0.0);
    if (block.kind == JointRowsKind::hold || broken[block.joint] != 0) return;
    const RigidPose a = pose_of(poses, block.body_a), b = pose_of(poses, block.body_b);
    errors_m[k] = error_of(block, a, b);
    if (block.drive >= 0) {
      const JointDrive drive = drives[block.drive];
      errors_m[k].x = beyond_m(drive, joint_coordinate_m(block, drive, a, b));
    }
  }
};

/// The joint with the largest error, and the number of broken joints.
struct WorstJoint {
  double open_m = 0.0;
  int block = -1;
  int broken = 0;
};

inline constexpr int joint_sum_block = 64;

/// The worst of `joint_sum_block` blocks each.
struct WorstOfJoints {
  static constexpr int grain = 1;
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const glm::dvec3> errors_m;
  View<WorstJoint> worst;

  LIMBER_HD void operator()(int part) const {
    WorstJoint widest;
    double square = 0.0;
    const int first = part * joint_sum_block;
    for (int k = first; k < first + joint_sum_block && k < errors_m.size; ++k) {
      const JointRowsKind kind = blocks[k].kind;
      if (begins_joint(kind) && broken[blocks[k].joint] != 0) ++widest.broken;
      const double error = glm::dot(errors_m[k], errors_m[k]);
      if (error <= square || !(square >= 0.0)) continue;  // the first NaN is kept
      square = error;
      widest.block = k;
    }
    widest.open_m = glm::sqrt(square);
    worst[part] = widest;
  }
};

/// One thread.
struct WorstOfAll {
  View<const WorstJoint> worst;
  View<WorstJoint> all;

  LIMBER_HD void operator()(int) const {
    WorstJoint widest;
    int broken = 0;
    for (int i = 0; i < worst.size; ++i) {
      broken += worst[i].broken;
      if (!(worst[i].open_m <= widest.open_m) && widest.open_m >= 0.0) widest = worst[i];
    }
    widest.broken = broken;
    all[0] = widest;
  }
};

/// J v of a block.
LIMBER_HD inline glm::dvec3 joint_velocity_m_s(const JointBlock& block, const JointRows& rows,
                                               const View<const RigidPose>& poses,
                                               const View<const RigidMomentum>& momenta,
                                               const View<const RigidInertia>& inertias) {
  glm::dvec3 velocity(0.0);
  for (int side = 0; side < 2; ++side) {
    const int body = side == 0 ? block.body_a : block.body_b;
    if (body < 0) continue;
    const RigidInertia inertia = inertias[body];
    const glm::dvec3 v = momenta[body].linear_kg_m_s * inertia.inverse_mass_per_kg;
    const glm::dvec3 w = spin_rad_s(inertia, poses[body].quaternion, momenta[body].angular_kg_m2_s);
    for (int r = 0; r < 3; ++r)
      velocity[r] += side == 0 ? glm::dot(rows.linear_a[r], v) + glm::dot(rows.angular_a[r], w)
                               : glm::dot(rows.angular_b[r], w) - glm::dot(rows.linear_a[r], v);
  }
  return velocity;
}

/// Open joints close no faster than this: more would fling light bodies away.
inline constexpr double max_closing_m_s = 1.0;

/// The part of an error that a step leaves for later steps.
LIMBER_HD inline glm::dvec3 left_open_m(const glm::dvec3& error_m, double dt_s) {
  const double open_m = glm::sqrt(glm::dot(error_m, error_m)), max_m = max_closing_m_s * dt_s;
  return open_m > max_m ? error_m * (1.0 - max_m / open_m) : glm::dvec3(0.0);
}

/// Velocity errors of rows. One thread per block.
struct JointRightSide {
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const JointRows> rows;
  View<const RigidPose> poses;  ///< as the step begins
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  View<const glm::dvec3> errors_m;    ///< predicted; empty: joints are brought to rest
  View<const WorstJoint> worst;       ///< of them
  View<const glm::dvec3> wanted_m_s;  ///< of each hold
  View<const double> softness_per_kg;
  View<const double> impulses_N_s;  ///< so far; empty: none
  View<double> right_m_s;
  double tolerance_m;
  bool always;  ///< solve even if all joints are closed
  double dt_s;

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = blocks[k];
    glm::dvec3 missing(0.0);
    const bool is_hold = block.kind == JointRowsKind::hold;
    const bool gone = !is_hold && broken[block.joint] != 0;
    // Once all joints are closed there is nothing left to solve: decided for all rows together.
    if (!gone && some_move(block, inertias) &&
        (always || errors_m.empty() || !(worst[0].open_m <= tolerance_m))) {
      if (is_hold || errors_m.empty())
        missing = -joint_velocity_m_s(block, rows[k], poses, momenta, inertias);
      else
        missing = (errors_m[k] - left_open_m(error_now(block), dt_s)) * (-1.0 / dt_s);
      if (is_hold) {
        missing += wanted_m_s[block.joint];
        if (!impulses_N_s.empty())
          for (int r = 0; r < 3; ++r)
            missing[r] -= softness_per_kg[block.joint] * impulses_N_s[3 * k + r];
      }
    }
    for (int r = 0; r < 3; ++r) right_m_s[3 * k + r] = missing[r];
  }

 private:
  LIMBER_HD glm::dvec3 error_now(const JointBlock& block) const {
    return error_of(block, pose_of(poses, block.body_a), pose_of(poses, block.body_b));
  }
};

/// Adds J^T impulses to momenta. One thread per body, which gathers from its joints in order.
struct PushRigid {
  static constexpr int grain = 64;
  Incidence blocks_of_body;  ///< items: 2 * block, plus 1 for the side of body b
  View<const JointRows> rows;
  View<const double> impulses_N_s;
  View<RigidMomentum> momenta;

  LIMBER_HD void operator()(int b) const {
    RigidMomentum momentum = momenta[b];
    for (int i = blocks_of_body.first[b]; i < blocks_of_body.first[b + 1]; ++i) {
      const int k = blocks_of_body.items[i] / 2;
      const bool is_b = blocks_of_body.items[i] % 2 != 0;
      const JointRows& row = rows[k];
      for (int r = 0; r < 3; ++r) {
        const double impulse = impulses_N_s[3 * k + r];
        momentum.linear_kg_m_s += row.linear_a[r] * (is_b ? -impulse : impulse);
        momentum.angular_kg_m2_s += (is_b ? row.angular_b[r] : row.angular_a[r]) * impulse;
      }
    }
    momenta[b] = momentum;
  }
};

/// Adds the impulses of a solve to those of earlier solves. One thread per row.
struct AddImpulses {
  View<const double> more_N_s;
  View<double> impulses_N_s;
  LIMBER_HD void operator()(int i) const { impulses_N_s[i] += more_N_s[i]; }
};

/// Moves bodies to their predicted poses.
struct MoveRigid {
  View<const RigidPose> predicted;
  View<RigidPose> poses;
  View<int> not_finite;

  LIMBER_HD void operator()(int b) const {
    poses[b] = predicted[b];
    if (!is_finite(predicted[b])) raise_flag(not_finite[0]);
  }
};

/// Breaks overloaded joints. One thread per joint.
struct BreakJoints {
  View<const int> first_block;  ///< of each joint
  View<const double> breaks_at_N;
  View<const double> impulses_N_s, stops_N_s;  ///< of the two halves of a step
  View<const JointBlock> blocks;
  View<const RigidInertia> inertias;
  View<int> broken;
  View<float> forces_N;
  double dt_s;

  LIMBER_HD void operator()(int j) const {
    if (!some_move(blocks[first_block[j]], inertias)) return;  // sleeping joints keep their force
    double square = 0.0;
    for (int r = 0; r < 3; ++r) {
      const double force_N = this->force_N(first_block[j], r);
      square += force_N * force_N;
    }
    // Along a slider, all rows of its drive act in the same direction.
    for (int k = first_block[j] + 1; k < blocks.size && blocks[k].joint == j; ++k) {
      if (blocks[k].kind != JointRowsKind::drive_slide) continue;
      const double force_N = this->force_N(k, 0) + this->force_N(k, 1) + this->force_N(k, 2);
      square += force_N * force_N;
    }
    const double force_N = glm::sqrt(square);
    forces_N[j] = broken[j] != 0 ? 0.0f : static_cast<float>(force_N);
    if (force_N > breaks_at_N[j]) broken[j] = 1;
  }

 private:
  LIMBER_HD double force_N(int block, int row) const {
    return (impulses_N_s[3 * block + row] + stops_N_s[3 * block + row]) / dt_s;
  }
};

}  // namespace limber
