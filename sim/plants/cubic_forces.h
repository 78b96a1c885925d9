#pragma once

#include <Eigen/Core>

namespace limber {

/// Forces of a St. Venant-Kirchhoff solid as polynomials of q, exact for every q [Barbic05]. They
/// count as those that hold the shape at q, so that it moves by q'' = -f(q) where nothing else
/// acts.
struct CubicForces {
  int modes = 0;
  /// f_i = sum linear_ij q_j + sum_{j<=k} quadratic_ijk q_j q_k + sum_{j<=k<=l} cubic_ijkl q_j q_k
  /// q_l. Row i; the columns in the order of loops over j, k, l.
  Eigen::MatrixXd linear, quadratic, cubic;
};

/// f(q).
Eigen::VectorXd forces_at(const CubicForces& forces, const Eigen::VectorXd& q);

/// df/dq at q: r x r and symmetric.
Eigen::MatrixXd stiffness_at(const CubicForces& forces, const Eigen::VectorXd& q);

}  // namespace limber
