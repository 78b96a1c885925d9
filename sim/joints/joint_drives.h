#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/joints/drive_step.h"
#include "sim/archive.h"

namespace limber {

/// What drives joints: limits, springs and motors, of which rows bear in one solve and not in
/// another. Empty where nothing is driven.
class JointDrives {
 public:
  /// The bodies and the joints that drives act on in a step.
  struct Step {
    View<const JointBlock> blocks;
    View<const int> broken;
    View<const JointRows> rows;
    View<const RigidPose> poses, predicted;
    View<const RigidMomentum> momenta;
    View<const RigidInertia> inertias;
    bool at_rest = false;  ///< it is the half that brings joints to rest
    double dt_s = 0.0;
  };

  JointDrives() = default;
  /// max_blocks: of three rows each, driven or not.
  JointDrives(const Exec& exec, const std::vector<JointDrive>& drives, int max_blocks);

  bool empty() const { return drives_.size() == 0; }
  /// How often a half of a step solves at least, to find which of their rows bear.
  int min_solves() const { return empty() ? 1 : 3; }
  View<const JointDrive> drives() const { return readable(drives_); }

  /// Which rows bear in the solve that follows, and what the others give at once. closing_N_s: of
  /// the first half of the step; sums_N_s: of this half so far, from the step before as it begins.
  /// first: of its solves.
  void launch_choose(const Exec& exec, const Step& step, View<const double> closing_N_s,
                     View<double> sums_N_s, bool first);
  /// The rows and what stands on their diagonal, without those that do not bear.
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
