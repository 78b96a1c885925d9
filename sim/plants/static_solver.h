#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "sim/plants/full_model.h"

namespace limber {

/// Displacements under static forces: K u = f with the clamped coordinates fixed.
class StaticSolver {
 public:
  /// Throws Error(bad_input) if K is singular: the part can move without force, as a whole or at a
  /// hinge.
  explicit StaticSolver(const FullModel& model);

  /// forces_N: 3 nodes x any number of columns; returns displacements in m of the same shape.
  /// Forces on clamped nodes are ignored.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& forces_N) const;

 private:
  std::vector<int> free_;  ///< the coordinates that are not clamped
  Eigen::VectorXd scale_;  ///< of each of them: makes the diagonal of the factored matrix 1
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

}  // namespace limber
