#pragma once

#include <Eigen/Core>

namespace limber {

/// Forces of a St. Venant-Kirchhoff solid as polynomials of q: exact for every q (Barbic, James,
/// "Real-time subspace integration for St. Venant-Kirchhoff deformable models", 2005). These are
/// the forces that hold the shape at q, so that q'' = -f(q) + ...
struct CubicForces {
  int modes = 0;
  /// f_i = sum linear_ij q_j + sum_{j<=k} quadratic_ijk q_j q_k + sum_{j<=k<=l} cubic_ijkl q_j q_k
  /// q_l. Row i; the columns in the order of loops over j, k, l.
  Eigen::MatrixXd linear, quadratic, cubic;
};

}  // namespace limber
