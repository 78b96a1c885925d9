#pragma once

// Full-space St. Venant-Kirchhoff solids of linear tetrahedra, directly from F = 1 + grad u, E =
// (F^T F - 1) / 2, P = F (lambda tr E + 2 mu E): the reference for reduced ones.

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/plant.h"

namespace limber {

class FullStvk {
 public:
  explicit FullStvk(const PartShape& shape)
      : shape_(shape), held_(3 * shape.nodes_m.size(), false) {
    for (const int node : shape.clamped)
      for (int axis = 0; axis < 3; ++axis) held_[3 * node + axis] = true;
    const double e = shape.material.young_modulus_Pa, nu = shape.material.poisson_ratio;
    lambda_ = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    mu_ = e / (2.0 * (1.0 + nu));
  }

  Eigen::Matrix3d stress_Pa(const Eigen::Matrix3d& strain) const {
    return lambda_ * strain.trace() * Eigen::Matrix3d::Identity() + 2.0 * mu_ * strain;
  }
  double energy_density_Pa(const Eigen::Matrix3d& gradient) const {
    const Eigen::Matrix3d f = Eigen::Matrix3d::Identity() + gradient;
    const Eigen::Matrix3d strain = 0.5 * (f.transpose() * f - Eigen::Matrix3d::Identity());
    return 0.5 * strain.cwiseProduct(stress_Pa(strain)).sum();
  }

  /// The nodal forces in equilibrium with the displacements u, and their derivative.
  Eigen::VectorXd forces_N(const Eigen::VectorXd& u,
                           Eigen::SparseMatrix<double>* stiffness = nullptr) const {
    Eigen::VectorXd forces = Eigen::VectorXd::Zero(u.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (const glm::uvec4& t : shape_.tetrahedra) {
      const auto x = [&](int k) {
        return Eigen::Vector3d(shape_.nodes_m[t[k]].x, shape_.nodes_m[t[k]].y,
                               shape_.nodes_m[t[k]].z);
      };
      Eigen::Matrix3d edges, moved;
      for (int k = 0; k < 3; ++k) {
        edges.col(k) = x(k + 1) - x(0);
        moved.col(k) = u.segment<3>(3 * t[k + 1]) - u.segment<3>(3 * t[0]);
      }
      const double volume = edges.determinant() / 6.0;
      const Eigen::Matrix3d to_corners = edges.inverse();
      Eigen::Matrix<double, 3, 4> gradient;
      gradient.rightCols<3>() = to_corners.transpose();
      gradient.col(0) = -gradient.rightCols<3>().rowwise().sum();
      const Eigen::Matrix3d f = Eigen::Matrix3d::Identity() + moved * to_corners;
      const Eigen::Matrix3d s = stress_Pa(0.5 * (f.transpose() * f - Eigen::Matrix3d::Identity()));
      for (int a = 0; a < 4; ++a) forces.segment<3>(3 * t[a]) += volume * f * s * gradient.col(a);
      if (!stiffness) continue;
      for (int b = 0; b < 4; ++b)
        for (int axis = 0; axis < 3; ++axis) {
          const Eigen::Matrix3d df = Eigen::Vector3d::Unit(axis) * gradient.col(b).transpose();
          const Eigen::Matrix3d de = 0.5 * (df.transpose() * f + f.transpose() * df);
          const Eigen::Matrix3d dp = df * s + f * stress_Pa(de);
          for (int a = 0; a < 4; ++a)
            for (int i = 0; i < 3; ++i)
              entries.emplace_back(3 * t[a] + i, 3 * t[b] + axis,
                                   volume * dp.row(i).dot(gradient.col(a)));
        }
    }
    if (stiffness) {
      stiffness->resize(u.size(), u.size());
      stiffness->setFromTriplets(entries.begin(), entries.end());
      for (int column = 0; column < stiffness->outerSize(); ++column)
        for (Eigen::SparseMatrix<double>::InnerIterator it(*stiffness, column); it; ++it)
          if (held_[it.row()] || held_[it.col()]) it.valueRef() = it.row() == it.col() ? 1.0 : 0.0;
    }
    return forces;
  }

  /// Equilibrium under a load applied in increments, by Newton's method.
  Eigen::VectorXd rest_under(const Eigen::VectorXd& load_N, int steps) const {
    Eigen::VectorXd u = Eigen::VectorXd::Zero(load_N.size());
    for (int step = 1; step <= steps; ++step)
      for (int iteration = 0; iteration < 30; ++iteration) {
        Eigen::SparseMatrix<double> stiffness;
        Eigen::VectorXd rest = load_N * step / steps - forces_N(u, &stiffness);
        for (Eigen::Index i = 0; i < rest.size(); ++i)
          if (held_[i]) rest[i] = 0.0;
        if (rest.norm() < 1e-9 * load_N.norm()) break;
        const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(stiffness);
        u += factors.solve(rest);
      }
    return u;
  }

 private:
  const PartShape& shape_;
  std::vector<bool> held_;
  double lambda_, mu_;
};

}  // namespace limber
