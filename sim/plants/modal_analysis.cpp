// The generalised eigenproblem K u = w^2 M u, inverted: with the Cholesky factor M = L L^T, the
// largest eigenvalues of the symmetric L^T K^-1 L are 1 / w^2 of the lowest modes, u = K^-1 L z,
// even with massless coordinates. Spectra's implicitly restarted Lanczos method finds them with a
// few dozen solves with K [Sorensen92, Ericsson80]. Small parts use a dense solver.

#include "sim/plants/modal_analysis.h"

#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "sim/mesh/place_text.h"

namespace limber {

namespace {

/// Below this number of coordinates, a dense solver is faster.
constexpr int small = 150;

/// L of the nodes that are not clamped; vectors have x, y and z of each node in turn.
class MassRoot {
 public:
  explicit MassRoot(const FullModel& model) : nodes_(model.node_count()) {
    std::vector<int> number(nodes_, -1);
    for (int i = 0; i < nodes_; ++i)
      if (!model.held[3 * i]) {
        number[i] = static_cast<int>(free_.size());
        free_.push_back(i);
      }
    std::vector<Eigen::Triplet<double>> entries;
    for (const int node : free_)
      for (Eigen::SparseMatrix<double>::InnerIterator it(model.mass_kg, node); it; ++it)
        if (number[it.row()] >= 0) entries.emplace_back(number[it.row()], number[node], it.value());
    Eigen::SparseMatrix<double> masses(free_.size(), free_.size());
    masses.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> factors(masses);
    root_ = factors.permutationPinv() * Eigen::SparseMatrix<double>(factors.matrixL());
  }

  int size() const { return 3 * static_cast<int>(free_.size()); }

  /// L z, scattered to all nodes.
  Eigen::VectorXd apply(const Eigen::Ref<const Eigen::VectorXd>& z) const {
    const NodeRows free_rows = root_ * Eigen::Map<const NodeRows>(z.data(), root_.rows(), 3);
    NodeRows rows = NodeRows::Zero(nodes_, 3);
    for (std::size_t i = 0; i < free_.size(); ++i)
      rows.row(free_[i]) = free_rows.row(static_cast<Eigen::Index>(i));
    return Eigen::Map<const Eigen::VectorXd>(rows.data(), rows.size());
  }

  Eigen::VectorXd apply_transposed(const Eigen::VectorXd& all) const {
    const Eigen::Map<const NodeRows> rows(all.data(), nodes_, 3);
    NodeRows free_rows(root_.rows(), 3);
    for (std::size_t i = 0; i < free_.size(); ++i)
      free_rows.row(static_cast<Eigen::Index>(i)) = rows.row(free_[i]);
    const NodeRows result = root_.transpose() * free_rows;
    return Eigen::Map<const Eigen::VectorXd>(result.data(), result.size());
  }

 private:
  int nodes_;
  std::vector<int> free_;
  Eigen::SparseMatrix<double> root_;
};

/// The operator L^T K^-1 L, with the interface that Spectra expects.
class Flexibility {
 public:
  using Scalar = double;

  Flexibility(const MassRoot& root, const StaticSolver& solver, Progress& progress)
      : root_(root), solver_(solver), progress_(progress) {}

  Eigen::Index rows() const { return root_.size(); }
  Eigen::Index cols() const { return root_.size(); }
  void perform_op(const double* in, double* out) const {
    progress_.report("computing modes", -1.0f);
    const Eigen::Map<const Eigen::VectorXd> z(in, rows());
    Eigen::Map<Eigen::VectorXd>(out, rows()) =
        root_.apply_transposed(solver_.solve(root_.apply(z)));
  }

 private:
  const MassRoot& root_;
  const StaticSolver& solver_;
  Progress& progress_;
};

struct EigenPairs {
  Eigen::VectorXd values;  ///< descending
  Eigen::MatrixXd vectors;
};

EigenPairs solved_whole(const Flexibility& flexibility, int count) {
  const Eigen::Index size = flexibility.rows();
  Eigen::MatrixXd matrix(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(size, i);
    flexibility.perform_op(unit.data(), matrix.col(i).data());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (matrix + matrix.transpose()));
  return {solver.eigenvalues().reverse().head(count),
          solver.eigenvectors().rowwise().reverse().leftCols(count)};
}

EigenPairs solved_by_lanczos(Flexibility& flexibility, int count) {
  const int subspace = std::min(static_cast<int>(flexibility.rows()), std::max(20, 2 * count + 5));
  Spectra::SymEigsSolver<Flexibility> solver(flexibility, count, subspace);
  solver.init();
  solver.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw Error(ExitCode::bad_input,
                fmt::format("some of {} modes did not converge; ask for fewer, or look for "
                            "tetrahedra or triangles that are much smaller than the others",
                            count));
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

void fix_sign(Eigen::Ref<Eigen::VectorXd> mode) {
  const double near_largest = 0.9 * mode.cwiseAbs().maxCoeff();
  for (const double entry : mode)
    if (std::abs(entry) > near_largest) {
      if (entry < 0.0) mode = -mode;
      return;
    }
}

LinearModes linear_modes(const FullModel& model, const StaticSolver& solver, int count,
                         Progress& progress) {
  const MassRoot root(model);
  if (count > root.size())
    throw Error(
        ExitCode::bad_input,
        fmt::format("{} asked for, but the part has only {} free degrees of freedom",
                    counted(static_cast<std::size_t>(count), "mode is", "modes are"), root.size()));
  Flexibility flexibility(root, solver, progress);
  const bool whole = root.size() <= std::max(small, 3 * count);
  const EigenPairs pairs =
      whole ? solved_whole(flexibility, count) : solved_by_lanczos(flexibility, count);
  LinearModes modes;
  modes.squared_per_s2 = pairs.values.cwiseInverse();
  modes.shapes.resize(3 * model.node_count(), count);
  for (int k = 0; k < count; ++k) {
    modes.shapes.col(k) = solver.solve(root.apply(pairs.vectors.col(k))) / pairs.values[k];
    fix_sign(modes.shapes.col(k));
  }
  return modes;
}

}  // namespace limber
