// The neo-Hookean energy against its derivatives in double precision: forces are its gradient, the
// tangent is its Hessian with negative eigenvalues removed, and small strains match linear
// elasticity.

#include "kernels/fem/neo_hookean.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

#include "tests/kernels/fem_reference.h"

namespace limber {
namespace {

using reference::eigen_of;
using reference::glm_of;
using reference::Matrix;
using Tangent = Eigen::Matrix<double, 9, 9>;

constexpr ElasticMaterial jelly{3e3f, 0.4f, 1000.0f};
const glm::dvec3 uneven_corners[4] = {
    {0, 0, 0}, {0.1, 0.01, 0}, {0.02, 0.12, 0.01}, {0, 0.02, 0.09}};

/// Deformations of all kinds: barely, strongly, flat, inside out.
class Deformations {
 public:
  Matrix next() {
    const auto turn = [&] {
      return Eigen::Quaterniond(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1))
          .normalized()
          .toRotationMatrix();
    };
    const Matrix u = turn(), v = turn();
    const Eigen::Vector3d stretch(in(0.5, 1.6), in(0.3, 1.2), in(-0.5, 1.2));
    return u * stretch.asDiagonal() * v.transpose();
  }

 private:
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  std::mt19937 engine_{5};
};

double energy(const NeoHookean<double>& material, const Matrix& f) {
  return energy_J(material, glm_of(f));
}

TEST(NeoHookean, IsThePapersEnergyWhereLittleIsCompressed) {
  const Tetrahedron<double> element = rest_tetrahedron(uneven_corners, jelly);
  const NeoHookean<double> material(element, 1);
  const double mu = element.mu_volume_J, lambda = element.lambda_volume_J + mu;
  const double alpha = 1 + mu / lambda;
  Deformations some;
  const auto of_paper = [&](const Matrix& f) {
    return mu / 2 * (f.squaredNorm() - 3) + lambda / 2 * std::pow(f.determinant() - alpha, 2);
  };
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    const Matrix f = some.next();
    const double more = energy(material, f) - (of_paper(f) - of_paper(Matrix::Identity()));
    if (f.determinant() > 0.25) {
      EXPECT_NEAR(more, 0.0, 1e-12 * lambda);
      ++compared;
    } else {
      EXPECT_GT(more, 0.0);
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(NeoHookean, StressIsTheSlopeOfTheEnergy) {
  const NeoHookean<double> material(rest_tetrahedron(uneven_corners, jelly), 1);
  Deformations some;
  for (int i = 0; i < 100; ++i) {
    const Matrix f = some.next(), stress = eigen_of(stress_J(material, glm_of(f)));
    for (int k = 0; k < 9; ++k) {
      Matrix high = f, low = f;
      constexpr double h = 1e-6;
      high(k) += h;
      low(k) -= h;
      EXPECT_NEAR(stress(k), (energy(material, high) - energy(material, low)) / (2 * h),
                  1e-6 * stress.norm());
    }
  }
}

TEST(NeoHookean, TangentIsTheCurvatureThatIsNotNegative) {
  const Tetrahedron<double> element = rest_tetrahedron(uneven_corners, jelly);
  const NeoHookean<double> material(element, 1);
  const NeoHookean<float> single(converted<float>(element), 1);
  Deformations some;
  int indefinite = 0;
  for (int i = 0; i < 100; ++i) {
    const Matrix f = some.next();
    Tangent exact, found;
    for (int k = 0; k < 9; ++k) {
      Matrix high = f, low = f;
      constexpr double h = 1e-6;
      high(k) += h;
      low(k) -= h;
      const Matrix change =
          (eigen_of(stress_J(material, glm_of(high))) - eigen_of(stress_J(material, glm_of(low)))) /
          (2 * h);
      for (int l = 0; l < 9; ++l) exact(l, k) = change(l);
    }
    const Eigen::SelfAdjointEigenSolver<Tangent> solved(0.5 * (exact + exact.transpose()));
    if (solved.eigenvalues()(0) < -0.01 * solved.eigenvalues()(8)) ++indefinite;
    const Tangent projected = solved.eigenvectors() *
                              solved.eigenvalues().cwiseMax(0.0).asDiagonal() *
                              solved.eigenvectors().transpose();
    const PrincipalTangent<float> tangent = tangent_of(single, glm::mat3(glm_of(f)), no_rotation);
    glm::mat3 axes(1.0f);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        found.block<3, 3>(3 * a, 3 * b) = eigen_of(glm::dmat3(tangent.block(axes[a], axes[b])));
    EXPECT_LT((found - projected).norm(), 1e-4 * projected.norm()) << f;
  }
  EXPECT_GT(indefinite, 10);
}

TEST(NeoHookean, SmallStrainsAreLinearElasticity) {
  const Tetrahedron<double> element = rest_tetrahedron(uneven_corners, jelly);
  const NeoHookean<double> material(element, 1);
  Deformations some;
  for (int i = 0; i < 10; ++i) {
    const Matrix h = 1e-5 * some.next();
    const Matrix stress = eigen_of(stress_J(material, glm_of(Matrix::Identity() + h)));
    const Matrix linear =
        element.volume_m3 * reference::stress_Pa(0.5 * (h + h.transpose()), jelly);
    EXPECT_LT((stress - linear).norm(), 1e-3 * linear.norm());
  }
}

TEST(NeoHookean, QuadraticGradientsAreThoseOfTheBasis) {
  const Tetrahedron<double> element = rest_tetrahedron(uneven_corners, jelly);
  const reference::Nodes<10> x = reference::nodes_of<10>(uneven_corners) * 1.3;
  glm::dvec3 places[10];
  for (int a = 0; a < 10; ++a) places[a] = {x(0, a), x(1, a), x(2, a) * x(2, a)};
  for (int q = 0; q < 4; ++q) {
    constexpr double off = 0.13819660112501051;
    double l[4] = {off, off, off, off};
    l[q] = 1 - 3 * off;
    const auto gradients = reference::gradients<10>(uneven_corners, l);
    Matrix f = Matrix::Zero();
    for (int a = 0; a < 10; ++a) {
      const glm::dvec3 g = basis_gradient_per_m<10>(element, a, q);
      EXPECT_LT((eigen_of(g) - gradients.row(a).transpose()).norm(), 1e-12 * gradients.norm());
      f += eigen_of(places[a]) * gradients.row(a);
    }
    EXPECT_LT((eigen_of(deformation_gradient_at(element, places, q)) - f).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace limber
