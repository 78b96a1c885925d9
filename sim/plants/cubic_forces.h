#pragma once

#include <Eigen/Core>

namespace limber {

/// Internal forces of a St. Venant-Kirchhoff solid as polynomials of q, exact for every q
/// [Barbic05]. Sign: without external forces, q'' = -f(q).
struct CubicForces {
  int modes = 0;
  /// f_i = sum linear_ij q_j + sum_{j<=k} quadratic_ijk q_j q_k + sum_{j<=k<=l} cubic_ijkl q_j q_k
  /// q_l. Row i; columns in the order of nested loops over j, k, l.
  Eigen::MatrixXd linear, quadratic, cubic;
};

/// f(q).
Eigen::VectorXd forces_at(const CubicForces& forces, const Eigen::VectorXd& q);

/// df/dq at q: r x r and symmetric.
Eigen::MatrixXd stiffness_at(const CubicForces& forces, const Eigen::VectorXd& q);

}  // namespace limber
