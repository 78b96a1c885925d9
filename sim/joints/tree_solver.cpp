#include "sim/joints/tree_solver.h"

#include "kernels/launch.h"

namespace limber {

TreeSolver::TreeSolver(const Exec& exec, const JointTree& tree)
    : first_path_(tree.first_path),
      links_(exec, tree.links),
      first_body_(exec, tree.first_body),
      bodies_(exec, tree.bodies),
      first_link_(exec, tree.first_link),
      links_of_body_(exec, tree.links_of_body),
      link_below_(exec, tree.link_below),
      numbers_(exec, tree.numbers) {}

JointForest TreeSolver::forest() const {
  return {.links = links_.view(),
          .first_body = first_body_.view(),
          .bodies = bodies_.view(),
          .first_link = first_link_.view(),
          .links_of_body = links_of_body_.view(),
          .link_below = link_below_.view()};
}

void TreeSolver::factor(const Exec& exec, View<const JointRows> rows, View<const RigidPose> poses,
                        View<const RigidInertia> inertias,
                        View<const double> added_diagonal_per_kg) {
  for (int level = 0; level < levels(); ++level)
    launch(exec, "assembly", paths_of(level),
           FactorTrees{.forest = forest(),
                       .first_path = first_path_[level],
                       .rows = rows,
                       .poses = poses,
                       .inertias = inertias,
                       .added_diagonal_per_kg = added_diagonal_per_kg,
                       .numbers = numbers_.view()});
}

void TreeSolver::solve(const Exec& exec, View<const JointRows> rows, View<const double> right_m_s,
                       View<double> impulses_N_s) {
  for (int level = 0; level < levels(); ++level)
    launch(exec, "solve", paths_of(level),
           SweepUpTrees{.forest = forest(),
                        .first_path = first_path_[level],
                        .rows = rows,
                        .numbers = readable(numbers_),
                        .right = right_m_s,
                        .solution = impulses_N_s});
  for (int level = levels(); level-- > 0;)
    launch(exec, "solve", paths_of(level),
           SweepDownTrees{.forest = forest(),
                          .first_path = first_path_[level],
                          .rows = rows,
                          .numbers = readable(numbers_),
                          .solution = impulses_N_s});
}

void TreeSolver::archive(Archive& archive) {
  archive.scratch(links_, first_body_, bodies_, first_link_, links_of_body_, link_below_, numbers_);
}

}  // namespace limber
