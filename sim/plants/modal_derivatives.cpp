// [Barbic05, section 3]: the second-order response of a solid that is bent along modes i and j by
// p_i and p_j is p_i p_j times the derivative D_ij = -K^-1 (d^2 f / du^2)(phi_i, phi_j). The
// derivatives are scaled by 1 / (w_i^2 w_j^2), the response of the modes to equal forces,
// orthogonalised against the linear modes, and replaced by their principal components, in the mass
// norm.

#include "sim/plants/modal_derivatives.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "kernels/error.h"

namespace limber {

namespace {

/// Principal components below this fraction of the largest are rounding errors.
constexpr double min_component = 1e-10;

Eigen::Matrix3d stress_volume_J(const Tetrahedron<double>& element, const Eigen::Matrix3d& strain) {
  return 2.0 * element.mu_volume_J * strain +
         element.lambda_volume_J * strain.trace() * Eigen::Matrix3d::Identity();
}

/// d^2 f / du^2 along each pair of modes (i, j) with i <= j: 3 nodes x pairs.
Eigen::MatrixXd second_derivatives(const SolidModel& solid, const Eigen::MatrixXd& modes) {
  const auto k = static_cast<int>(modes.cols());
  const int n = solid.nodes_each;
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(modes.rows(), k * (k + 1) / 2);
  std::vector<Eigen::Matrix3d> gradient(k), stress(k);
  for (std::size_t e = 0; e < solid.elements.size(); ++e) {
    const Tetrahedron<double>& element = solid.elements[e];
    const int* nodes = &solid.element_nodes[e * n];
    for (const StrainPoint& point : solid.strain_points(e)) {
      for (int i = 0; i < k; ++i) {
        gradient[i].setZero();
        for (int a = 0; a < n; ++a)
          gradient[i] +=
              modes.col(i).segment<3>(3 * nodes[a]) * point.gradient_per_m.col(a).transpose();
        stress[i] = stress_volume_J(element, 0.5 * (gradient[i] + gradient[i].transpose()));
      }
      const double share = point.volume_m3 / element.volume_m3;
      Eigen::Index pair = 0;
      for (int i = 0; i < k; ++i)
        for (int j = i; j < k; ++j, ++pair) {
          const Eigen::Matrix3d product = gradient[i].transpose() * gradient[j];
          const Eigen::Matrix3d piola =
              stress_volume_J(element, 0.5 * (product + product.transpose())) +
              gradient[i] * stress[j] + gradient[j] * stress[i];
          for (int a = 0; a < n; ++a)
            result.col(pair).segment<3>(3 * nodes[a]) +=
                share * piola * point.gradient_per_m.col(a);
        }
    }
  }
  return result;
}

Eigen::MatrixXd times_masses(const FullModel& model, const Eigen::MatrixXd& columns) {
  Eigen::MatrixXd result(columns.rows(), columns.cols());
  for (Eigen::Index k = 0; k < columns.cols(); ++k)
    Eigen::Map<NodeRows>(result.col(k).data(), model.node_count(), 3) =
        model.mass_kg * Eigen::Map<const NodeRows>(columns.col(k).data(), model.node_count(), 3);
  return result;
}

/// Mass-orthonormalises the columns from `before` on, against all columns before each
/// (Gram-Schmidt, twice for accuracy).
void make_orthonormal(const FullModel& model, Eigen::MatrixXd& columns, Eigen::Index before) {
  for (Eigen::Index k = before; k < columns.cols(); ++k) {
    for (int again = 0; again < 2; ++again)
      columns.col(k) -= columns.leftCols(k) *
                        (columns.leftCols(k).transpose() * times_masses(model, columns.col(k)));
    columns.col(k) /= std::sqrt(columns.col(k).dot(times_masses(model, columns.col(k)).col(0)));
    fix_sign(columns.col(k));
  }
}

}  // namespace

Eigen::MatrixXd with_modal_derivatives(const SolidModel& solid, const StaticSolver& solver,
                                       const LinearModes& linear, int count, Progress& progress) {
  const Eigen::MatrixXd& phi = linear.shapes;
  const Eigen::Index k = phi.cols(), more = count - k;
  progress.report("computing modal derivatives", -1.0f);
  Eigen::MatrixXd derivatives = -solver.solve(second_derivatives(solid, phi));
  Eigen::Index pair = 0;
  for (Eigen::Index i = 0; i < k; ++i)
    for (Eigen::Index j = i; j < k; ++j)
      derivatives.col(pair++) *= linear.squared_per_s2[0] * linear.squared_per_s2[0] /
                                 (linear.squared_per_s2[i] * linear.squared_per_s2[j]);
  derivatives -= phi * (phi.transpose() * times_masses(solid.full, derivatives));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> components(
      derivatives.transpose() * times_masses(solid.full, derivatives));
  const Eigen::VectorXd sizes = components.eigenvalues().reverse();
  const auto independent = (sizes.array() > min_component * sizes[0]).count();
  if (more > independent)
    throw Error(ExitCode::bad_input,
                fmt::format("{} modes asked for, but {} linear ones and their derivatives make "
                            "only {}; raise linear_modes",
                            count, k, k + independent));
  Eigen::MatrixXd modes(phi.rows(), count);
  modes << phi, derivatives * components.eigenvectors().rowwise().reverse().leftCols(more);
  make_orthonormal(solid.full, modes, k);
  return modes;
}

}  // namespace limber
