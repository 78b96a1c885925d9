#pragma once

// J M^-1 J^T [Weber13, equation 6]: a block of the matrix is nonzero where two joints share a body.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/drive.h"
#include "kernels/joints/joint.h"
#include "kernels/view.h"

namespace limber {

/// J of all joints at the current poses. One thread per block.
struct MakeJointRows {
  static constexpr int grain = 64;
  View<const JointBlock> blocks;
  View<const int> broken;  ///< a flag per joint
  View<const RigidPose> poses;
  View<const RigidInertia> inertias;
  View<const double> softness_per_kg;  ///< of each hold
  View<const JointDrive> drives;
  View<JointRows> rows;
  View<double> added_diagonal_per_kg;  ///< 3 per block
  double dt_s;

  LIMBER_HD void operator()(int k) const {
    const JointBlock block = blocks[k];
    const RigidPose a = pose_of(poses, block.body_a), b = pose_of(poses, block.body_b);
    const bool is_hold = block.kind == JointRowsKind::hold;
    const bool gone = !some_move(block, inertias) || (!is_hold && broken[block.joint] != 0);
    const JointRows made = gone ? no_rows() : rows_of(block, a, b);
    rows[k] = made;
    for (int r = 0; r < 3; ++r) {
      double own = mobility(block.body_a, a, made.linear_a[r], made.angular_a[r]);
      if (block.body_b >= 0) own += mobility(block.body_b, b, made.linear_a[r], made.angular_b[r]);
      // An empty row gets 1. A row that others of a loop repeat would make the matrix singular: a
      // share of its own diagonal, far below the solver's tolerance, prevents that. Solving again
      // removes the error that it leaves.
      added_diagonal_per_kg[3 * k + r] = is_hold     ? softness_per_kg[block.joint]
                                         : own > 0.0 ? 1e-9 * own
                                                     : 1.0;
    }
    if (block.drive >= 0 && drives[block.drive].has[spring_row] != 0)
      added_diagonal_per_kg[3 * k + spring_row] = spring_softness_per_kg(drives[block.drive], dt_s);
  }

 private:
  LIMBER_HD double mobility(int body, const RigidPose& pose, const glm::dvec3& linear,
                            const glm::dvec3& angular) const {
    const RigidInertia inertia = inertias[body];
    return inertia.inverse_mass_per_kg * glm::dot(linear, linear) +
           glm::dot(angular, spin_rad_s(inertia, pose.quaternion, angular));
  }
};

/// Two blocks of rows on the same body: a term of a block of the matrix.
struct JointPair {
  int row, column;  ///< blocks
  int body;
  int sides;  ///< bit 0: it is body b of the row, bit 1: of the column
};

/// One thread per pair.
struct MakeJointPairs {
  static constexpr int grain = 64;
  View<const JointPair> pairs;
  View<const JointRows> rows;
  View<const RigidPose> poses;
  View<const RigidInertia> inertias;
  View<double> elements;  ///< 9 per pair, row by row

  LIMBER_HD void operator()(int p) const {
    const JointPair pair = pairs[p];
    const JointRows &row = rows[pair.row], &column = rows[pair.column];
    const bool b_of_row = (pair.sides & 1) != 0, b_of_column = (pair.sides & 2) != 0;
    const glm::dvec3* const across = b_of_row ? row.angular_b : row.angular_a;
    const glm::dvec3* const along = b_of_column ? column.angular_b : column.angular_a;
    const RigidInertia inertia = inertias[pair.body];
    const glm::dvec4 q = poses[pair.body].quaternion;
    const double inverse_mass =
        b_of_row == b_of_column ? inertia.inverse_mass_per_kg : -inertia.inverse_mass_per_kg;
    for (int c = 0; c < 3; ++c) {
      const glm::dvec3 turned_by = spin_rad_s(inertia, q, along[c]);
      for (int r = 0; r < 3; ++r)
        elements[9 * p + 3 * r + c] = inverse_mass * glm::dot(row.linear_a[r], column.linear_a[c]) +
                                      glm::dot(across[r], turned_by);
    }
  }
};

}  // namespace limber
