#include "sim/plants/cubic_forces.h"

namespace limber {

Eigen::VectorXd forces_at(const CubicForces& forces, const Eigen::VectorXd& q) {
  const int r = forces.modes;
  Eigen::VectorXd squares(forces.quadratic.cols()), cubes(forces.cubic.cols());
  Eigen::Index square = 0, cube = 0;
  for (int j = 0; j < r; ++j)
    for (int k = j; k < r; ++k) {
      const double product = squares[square++] = q[j] * q[k];
      for (int l = k; l < r; ++l) cubes[cube++] = product * q[l];
    }
  return forces.linear * q + forces.quadratic * squares + forces.cubic * cubes;
}

Eigen::MatrixXd stiffness_at(const CubicForces& forces, const Eigen::VectorXd& q) {
  const int r = forces.modes;
  Eigen::MatrixXd stiffness = forces.linear;
  Eigen::Index square = 0, cube = 0;
  for (int j = 0; j < r; ++j)
    for (int k = j; k < r; ++k) {
      const auto quadratic = forces.quadratic.col(square++);
      stiffness.col(j) += q[k] * quadratic;
      stiffness.col(k) += q[j] * quadratic;
      for (int l = k; l < r; ++l) {
        const auto cubic = forces.cubic.col(cube++);
        stiffness.col(j) += q[k] * q[l] * cubic;
        stiffness.col(k) += q[j] * q[l] * cubic;
        stiffness.col(l) += q[j] * q[k] * cubic;
      }
    }
  return stiffness;
}

}  // namespace limber
