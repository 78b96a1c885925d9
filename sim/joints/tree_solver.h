#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/joint_tree.h"
#include "sim/archive.h"
#include "sim/joints/joint_tree.h"

namespace limber {

/// Direct solver of J M^-1 J^T x = b for joints that form trees [Baraff96]. One launch per level of
/// paths.
class TreeSolver {
 public:
  TreeSolver() = default;
  TreeSolver(const Exec& exec, const JointTree& tree);
  bool is_made() const { return link_below_.size() > 0; }

  /// To be called before solve() whenever rows, poses or the added diagonal have changed.
  void factor(const Exec& exec, View<const JointRows> rows, View<const RigidPose> poses,
              View<const RigidInertia> inertias, View<const double> added_diagonal_per_kg);
  void solve(const Exec& exec, View<const JointRows> rows, View<const double> right_m_s,
             View<double> impulses_N_s);
  void archive(Archive& archive);

 private:
  int levels() const { return static_cast<int>(first_path_.size()) - 1; }
  int paths_of(int level) const { return first_path_[level + 1] - first_path_[level]; }
  JointForest forest() const;

  std::vector<int> first_path_{0};
  Buffer<TreeLink> links_;
  Buffer<int> first_body_, bodies_, first_link_, links_of_body_, link_below_;
  Buffer<double> numbers_;
};

}  // namespace limber
