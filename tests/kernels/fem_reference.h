#pragma once

#include <Eigen/Dense>
#include <functional>
#include <glm/glm.hpp>
#include <random>

#include "kernels/fem/element.h"
#include "sim/fem/element_data.h"
#include "sim/fem/element_mesh.h"

// A reference implementation of finite elements, in double precision and directly from the
// definitions: basis functions are evaluated, and integrals computed by quadrature.

namespace limber::reference {

inline constexpr int pairs[10][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1},
                                     {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

using Matrix = Eigen::Matrix3d;

/// Positions of an element's nodes, or forces on them: one column per node.
template <int N>
using Nodes = Eigen::Matrix<double, 3, N>;

inline Eigen::Vector3d eigen_of(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d eigen_of(const glm::dmat3& m) {
  Eigen::Matrix3d result;
  for (int k = 0; k < 3; ++k) result.col(k) = eigen_of(m[k]);
  return result;
}
inline glm::dmat3 glm_of(const Eigen::Matrix3d& m) {
  glm::dmat3 result;
  for (int k = 0; k < 3; ++k) result[k] = {m(0, k), m(1, k), m(2, k)};
  return result;
}

/// The nodes of a straight-edged element with these corners.
template <int N>
Nodes<N> nodes_of(const glm::dvec3 (&corners)[4]) {
  Nodes<N> x;
  for (int a = 0; a < N; ++a)
    x.col(a) = eigen_of(0.5 * (corners[pairs[a][0]] + corners[pairs[a][1]]));
  return x;
}

/// Calls f(barycentric coordinates, weight) at 64 points; exact for polynomials of degree 5. The
/// weights add up to 1.
inline void integrate(const std::function<void(const double (&)[4], double)>& f) {
  constexpr double place[4] = {0.069431844202973712, 0.330009478207571868, 0.669990521792428132,
                               0.930568155797026288};
  constexpr double weight[4] = {0.173927422568726929, 0.326072577431273071, 0.326072577431273071,
                                0.173927422568726929};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 4; ++k) {
        const double u = place[i], v = place[j], w = place[k];
        const double l[4] = {u, (1 - u) * v, (1 - u) * (1 - v) * w, (1 - u) * (1 - v) * (1 - w)};
        f(l, 6 * weight[i] * weight[j] * weight[k] * (1 - u) * (1 - u) * (1 - v));
      }
    }
  }
}

template <int N>
double basis(int a, const double (&l)[4]) {
  const int i = pairs[a][0], j = pairs[a][1];
  if (N == 4) return l[i];
  return (i == j ? 1 : 2) * l[i] * l[j];
}

/// The gradients of all basis functions at a point, one per row.
template <int N>
Eigen::Matrix<double, N, 3> gradients(const glm::dvec3 (&corners)[4], const double (&l)[4]) {
  Eigen::Matrix4d linear;  // inverse of the barycentric map
  for (int k = 0; k < 4; ++k) linear.col(k) << eigen_of(corners[k]), 1.0;
  const Eigen::Matrix<double, 4, 3> g = linear.inverse().leftCols<3>();
  Eigen::Matrix<double, N, 3> result;
  for (int a = 0; a < N; ++a) {
    const int i = pairs[a][0], j = pairs[a][1];
    if (N == 4)
      result.row(a) = g.row(i);
    else if (i == j)
      result.row(a) = 2 * l[i] * g.row(i);
    else
      result.row(a) = 2 * (l[i] * g.row(j) + l[j] * g.row(i));
  }
  return result;
}

inline double volume(const glm::dvec3 (&x)[4]) {
  return glm::dot(glm::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6.0;
}

inline Eigen::Matrix3d stress_Pa(const Eigen::Matrix3d& strain, const ElasticMaterial& material) {
  const double e = material.young_modulus_Pa, nu = material.poisson_ratio;
  return e / (1 + nu) * (strain + nu / (1 - 2 * nu) * strain.trace() * Eigen::Matrix3d::Identity());
}

/// The energy of the displacement transpose(R) x - x0.
template <int N>
double energy_J(const glm::dvec3 (&corners)[4], const ElasticMaterial& material,
                const Eigen::Matrix3d& r, const Nodes<N>& x) {
  const Nodes<N> u = r.transpose() * x - nodes_of<N>(corners);
  double sum = 0.0;
  integrate([&](const double(&l)[4], double weight) {
    const Eigen::Matrix3d h = u * gradients<N>(corners, l);
    const Eigen::Matrix3d strain = 0.5 * (h + h.transpose());
    sum += weight * 0.5 * (strain.array() * stress_Pa(strain, material).array()).sum();
  });
  return sum * volume(corners);
}

/// Stiffness of the unrotated element: 3 N x 3 N. Large matrices have dynamic size, since fixed
/// ones are slow to compile.
template <int N>
Eigen::MatrixXd stiffness(const glm::dvec3 (&corners)[4], const ElasticMaterial& material) {
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(3 * N, 3 * N);
  integrate([&](const double(&l)[4], double weight) {
    const auto g = gradients<N>(corners, l);
    Eigen::MatrixXd b = Eigen::MatrixXd::Zero(6, 3 * N);
    for (int a = 0; a < N; ++a) {
      const double x = g(a, 0), y = g(a, 1), z = g(a, 2);
      b.block<6, 3>(0, 3 * a) << x, 0, 0, 0, y, 0, 0, 0, z, y, x, 0, 0, z, y, z, 0, x;
    }
    const double e = material.young_modulus_Pa, nu = material.poisson_ratio;
    const double lambda = e * nu / ((1 + nu) * (1 - 2 * nu)), mu = e / (2 * (1 + nu));
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(6, 6);
    c.topLeftCorner<3, 3>().setConstant(lambda);
    c.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
    k += weight * b.transpose() * c * b;
  });
  return k * volume(corners);
}

template <int N>
Eigen::Matrix<double, N, N> mass_kg(const glm::dvec3 (&corners)[4],
                                    const ElasticMaterial& material) {
  Eigen::Matrix<double, N, N> m = Eigen::Matrix<double, N, N>::Zero();
  integrate([&](const double(&l)[4], double weight) {
    for (int a = 0; a < N; ++a)
      for (int b = 0; b < N; ++b) m(a, b) += weight * basis<N>(a, l) * basis<N>(b, l);
  });
  return m * volume(corners) * material.density_kg_m3;
}

/// The proper rotation nearest to `a`.
inline Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& a) {
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix3d u = svd.matrixU(), v = svd.matrixV();
  return u * Eigen::Vector3d(1, 1, (u * v.transpose()).determinant()).asDiagonal() * v.transpose();
}

}  // namespace limber::reference
