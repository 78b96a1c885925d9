#include "sim/plants/static_solver.h"

#include <cmath>

#include "kernels/error.h"

namespace limber {

namespace {

/// A pivot of the matrix with diagonal 1 below this is a rounded 0: something moves freely.
constexpr double least_pivot = 1e-13;

[[noreturn]] void refuse() {
  throw Error(ExitCode::bad_input,
              "the part can move without bending; clamp at least three nodes of a solid that are "
              "not on a line, or an edge of a shell, and join its elements by whole faces or "
              "edges");
}

}  // namespace

StaticSolver::StaticSolver(const FullModel& model) {
  std::vector<int> number(model.coordinates(), -1);
  for (int i = 0; i < model.coordinates(); ++i)
    if (!model.held[i]) {
      number[i] = static_cast<int>(free_.size());
      free_.push_back(i);
    }
  const auto count = static_cast<int>(free_.size());
  scale_.resize(count);
  for (int i = 0; i < count; ++i) {
    const double stiffness = model.stiffness.coeff(free_[i], free_[i]);
    if (!(stiffness > 0.0)) refuse();
    scale_[i] = 1.0 / std::sqrt(stiffness);
  }
  // Rows come in rising order, so that the columns can be filled one after the other.
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.reserve(model.stiffness.nonZeros());
  for (int column = 0; column < count; ++column) {
    matrix.startVec(column);
    for (Eigen::SparseMatrix<double>::InnerIterator it(model.stiffness, free_[column]); it; ++it)
      if (const int row = number[it.row()]; row >= 0)
        matrix.insertBack(row, column) = it.value() * scale_[row] * scale_[column];
  }
  matrix.finalize();
  factors_.compute(matrix);
  if (factors_.info() != Eigen::Success || !(factors_.vectorD().minCoeff() > least_pivot)) refuse();
}

Eigen::MatrixXd StaticSolver::solve(const Eigen::MatrixXd& forces_N) const {
  const auto coordinates = static_cast<int>(forces_N.rows());
  const auto count = static_cast<int>(free_.size());
  Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(count, forces_N.cols());
  for (int i = 0; i < count && free_[i] < coordinates; ++i)
    scaled.row(i) = scale_[i] * forces_N.row(free_[i]);
  const Eigen::MatrixXd solved = factors_.solve(scaled);
  Eigen::MatrixXd displacements = Eigen::MatrixXd::Zero(coordinates, forces_N.cols());
  for (int i = 0; i < count && free_[i] < coordinates; ++i)
    displacements.row(free_[i]) = scale_[i] * solved.row(i);
  return displacements;
}

}  // namespace limber
