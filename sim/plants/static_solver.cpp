#include "sim/plants/static_solver.h"

#include <cmath>

#include "kernels/error.h"
#include "kernels/launch.h"

namespace limber {

namespace {

/// Below this, the relative energy of the softest motion is a rounding error of cancelling terms.
/// This also rejects beams thinner than a thousandth of their length.
constexpr double min_share = 1e-15;

[[noreturn]] void refuse_loose_part() {
  throw Error(ExitCode::bad_input,
              "the part can move as a rigid body, or is too slender to tell; clamp at least three "
              "nodes of a solid that are not on a line, or an edge of a shell, and join its "
              "elements by whole faces or edges");
}

/// Whether the softest motion, found by two steps of inverse iteration, has an elastic energy.
template <class Factors>
bool is_held(const Eigen::SparseMatrix<double>& lower, const Factors& factors) {
  Eigen::VectorXd u(lower.rows());
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = std::cos(1.0 + static_cast<double>(i));
  for (int step = 0; step < 2; ++step) u = factors.solve(u).normalized();
  double energy = 0.0, cancelling = 0.0;
  for (Eigen::Index column = 0; column < lower.outerSize(); ++column)
    for (Eigen::SparseMatrix<double>::InnerIterator it(lower, column); it; ++it) {
      const double both = it.row() == column ? 1.0 : 2.0;
      const double part = both * u[it.row()] * it.value() * u[column];
      energy += part;
      cancelling += std::abs(part);
    }
  return energy > min_share * cancelling;
}

/// Replaces each column of forces by the displacements.
struct SolveColumns {
  static constexpr int grain = 1;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>* factors;
  Eigen::MatrixXd* columns;
  void operator()(int i) const {
    columns->col(i) = factors->solve(Eigen::VectorXd(columns->col(i)));
  }
};

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
    if (!(stiffness > 0.0)) refuse_loose_part();
    scale_[i] = 1.0 / std::sqrt(stiffness);
  }
  // Rows ascend, so that each column can be filled in order.
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
  if (factors_.info() != Eigen::Success || !is_held(matrix, factors_)) refuse_loose_part();
}

Eigen::MatrixXd StaticSolver::solve(const Eigen::MatrixXd& forces_N) const {
  const auto coordinates = static_cast<int>(forces_N.rows());
  const auto count = static_cast<int>(free_.size());
  Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(count, forces_N.cols());
  for (int i = 0; i < count && free_[i] < coordinates; ++i)
    scaled.row(i) = scale_[i] * forces_N.row(free_[i]);
  launch_on_host(Exec(scaled.cols() > 1 ? Backend::tbb : Backend::serial), "static displacements",
                 static_cast<int>(scaled.cols()), SolveColumns{&factors_, &scaled});
  Eigen::MatrixXd displacements = Eigen::MatrixXd::Zero(coordinates, forces_N.cols());
  for (int i = 0; i < count && free_[i] < coordinates; ++i)
    displacements.row(free_[i]) = scale_[i] * scaled.row(i);
  return displacements;
}

}  // namespace limber
