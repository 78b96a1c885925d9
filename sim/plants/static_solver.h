#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "sim/plants/full_model.h"

namespace limber {

/// Displacements under forces that do not change: K u = f with the clamped coordinates held.
class StaticSolver {
 public:
  /// Throws Error(bad_input) where the part can move without any force, as a whole or at a joint.
  explicit StaticSolver(const FullModel& model);

  /// forces_N: a row for each of x, y and z of the nodes, any number of columns; in m as well.
  /// Those on clamped nodes do nothing.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& forces_N) const;

 private:
  std::vector<int> free_;  ///< the coordinates that are not held
  Eigen::VectorXd scale_;  ///< of each of them, so that the diagonal of the factors' matrix is 1
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

}  // namespace limber
