// [Catto05].

#include "sim/joints/joint_drives.h"

#include "kernels/launch.h"

namespace limber {

JointDrives::JointDrives(const Exec& exec, const std::vector<JointDrive>& drives, int max_blocks)
    : drives_(exec, drives),
      states_(exec, std::vector<DriveState>(drives.size())),
      rows_(exec, drives.empty() ? 0 : max_blocks),
      diagonal_per_kg_(exec, drives.empty() ? 0 : 3 * max_blocks),
      given_N_s_(exec, std::vector<double>(drives.empty() ? 0 : 3 * max_blocks, 0.0)) {
  exec.synchronize();
}

void JointDrives::launch_choose(const Exec& exec, const Step& step, View<const double> closing_N_s,
                                View<double> sums_N_s, bool first) {
  launch(exec, "joints", drives_.size(),
         ChooseDrives{.drives = drives(),
                      .blocks = step.blocks,
                      .broken = step.broken,
                      .rows = step.rows,
                      .poses = step.poses,
                      .predicted = step.predicted,
                      .momenta = step.momenta,
                      .inertias = step.inertias,
                      .closing_N_s = closing_N_s,
                      .sums_N_s = sums_N_s,
                      .given_N_s = given_N_s_.view(),
                      .states = states_.view(),
                      .at_rest = step.at_rest,
                      .first = first,
                      .dt_s = step.dt_s});
}

void JointDrives::launch_take_bearing(const Exec& exec, View<const JointBlock> blocks,
                                      View<const JointRows> rows,
                                      View<const double> diagonal_per_kg) {
  launch(exec, "assembly", blocks.size,
         TakeBearingRows{blocks, rows, diagonal_per_kg, readable(states_), rows_.view(),
                         diagonal_per_kg_.view()});
}

void JointDrives::launch_right_side(const Exec& exec, const Step& step, View<const double> sums_N_s,
                                    View<double> right_m_s) const {
  launch(exec, "joints", drives_.size(),
         DriveRightSide{.drives = drives(),
                        .blocks = step.blocks,
                        .states = readable(states_),
                        .rows = step.rows,
                        .poses = step.poses,
                        .predicted = step.predicted,
                        .momenta = step.momenta,
                        .inertias = step.inertias,
                        .sums_N_s = sums_N_s,
                        .right_m_s = right_m_s,
                        .at_rest = step.at_rest,
                        .dt_s = step.dt_s});
}

void JointDrives::archive(Archive& archive) {
  archive.scratch(drives_, states_, rows_, diagonal_per_kg_, given_N_s_);
}

}  // namespace limber
