#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/joints/drive_step.h"
#include "sim/archive.h"

namespace limber {

/// Limits, springs and motors of joints, with the active set of their rows in each solve. Empty
/// where no joint is driven.
class JointDrives {
 public:
  /// Bodies and joints in a step.
  struct Step {
    View<const JointBlock> blocks;
    View<const int> broken;
    View<const JointRows> rows;
    View<const RigidPose> poses, predicted;
    View<const RigidMomentum> momenta;
    View<const RigidInertia> inertias;
    bool at_rest = false;  ///< in the half that brings joints to rest
    double dt_s = 0.0;
  };

  JointDrives() = default;
  /// max_blocks: number of blocks of three rows, driven or not.
  JointDrives(const Exec& exec, const std::vector<JointDrive>& drives, int max_blocks);

  bool empty() const { return drives_.size() == 0; }
  /// Minimum number of solves in a half of a step, to find the active rows.
  int min_solves() const { return empty() ? 1 : 3; }
  View<const JointDrive> drives() const { return readable(drives_); }

  /// Chooses the active rows for the next solve, and the impulses of the others. closing_N_s:
  /// impulses of the first half of the step; sums_N_s: of this half so far, initially those of the
  /// previous step. first: of the solves of this half.
  void launch_choose(const Exec& exec, const Step& step, View<const double> closing_N_s,
                     View<double> sums_N_s, bool first);
  /// Copies rows and diagonal, without the inactive rows.
  void launch_take_bearing(const Exec& exec, View<const JointBlock> blocks,
                           View<const JointRows> rows, View<const double> diagonal_per_kg);
  void launch_right_side(const Exec& exec, const Step& step, View<const double> sums_N_s,
                         View<double> right_m_s) const;

  View<const JointRows> rows() const { return readable(rows_); }
  View<const double> diagonal_per_kg() const { return readable(diagonal_per_kg_); }
  View<const double> given_N_s() const { return readable(given_N_s_); }

  void archive(Archive& archive);

 private:
  Buffer<JointDrive> drives_;
  Buffer<DriveState> states_;
  Buffer<JointRows> rows_;
  Buffer<double> diagonal_per_kg_, given_N_s_;
};

}  // namespace limber
