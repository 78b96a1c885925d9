// Reduced St. Venant-Kirchhoff solids against full-space ones.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/plants/project_cubic_forces.h"
#include "sim/plants/reduce.h"
#include "tests/sim/full_stvk.h"
#include "tests/sim/small_parts.h"

namespace limber {
namespace {

constexpr int linear_count = 5, mode_count = 15;

Eigen::VectorXd random_q(int r, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0.0, size);
  return Eigen::VectorXd::NullaryExpr(r, [&] { return normal(random); });
}

/// With linear tetrahedra, so that nodal modes describe them completely.
class LargeBending : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shape_ = new PartShape(small_beam({2, 16, 2}, mode_count));
    reduced_ = new ReducedShape(reduced(
        *shape_,
        {.elements = ElementOrder::linear, .linear_modes = linear_count, .cubic_forces = true}));
  }
  static void TearDownTestSuite() {
    delete reduced_;
    delete shape_;
  }
  static inline PartShape* shape_ = nullptr;
  static inline ReducedShape* reduced_ = nullptr;
};

TEST_F(LargeBending, ForcesAreThoseOfTheFullSolidProjected) {
  const FullStvk full(*shape_);
  for (const double size : {1e-4, 0.05, 0.5}) {
    const Eigen::VectorXd q = random_q(mode_count, size, 7);
    const Eigen::VectorXd projected =
        reduced_->node_modes.transpose() * full.forces_N(reduced_->node_modes * q);
    EXPECT_LT((forces_at(*reduced_->cubic, q) - projected).norm(), 1e-9 * projected.norm()) << size;
  }
}

TEST_F(LargeBending, StiffnessIsTheGradientOfTheForces) {
  const CubicForces& cubic = *reduced_->cubic;
  const Eigen::VectorXd q = random_q(mode_count, 0.3, 11);
  const Eigen::MatrixXd stiffness = stiffness_at(cubic, q);
  EXPECT_LT((stiffness - stiffness.transpose()).norm(), 1e-10 * stiffness.norm());
  constexpr double h = 1e-5;
  for (int k = 0; k < mode_count; ++k) {
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(mode_count, k);
    const Eigen::VectorXd difference =
        (forces_at(cubic, q + step) - forces_at(cubic, q - step)) / (2.0 * h);
    EXPECT_LT((difference - stiffness.col(k)).norm(), 1e-6 * stiffness.norm()) << k;
  }
  EXPECT_LT((stiffness_at(cubic, Eigen::VectorXd::Zero(mode_count)) - reduced_->stiffness).norm(),
            1e-9 * reduced_->stiffness.norm());
}

TEST_F(LargeBending, StaticPullEndsNearThatOfTheFullSolid) {
  std::vector<int> tip;
  for (std::size_t i = 0; i < shape_->nodes_m.size(); ++i)
    if (shape_->nodes_m[i].y == beam_length_m) tip.push_back(static_cast<int>(i));
  Eigen::VectorXd load = Eigen::VectorXd::Zero(3 * static_cast<int>(shape_->nodes_m.size()));
  for (const int node : tip) load[3 * node + 2] = 300.0 / static_cast<double>(tip.size());
  const auto tip_of = [&](const Eigen::VectorXd& u) {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const int node : tip) mean += u.segment<3>(3 * node) / static_cast<double>(tip.size());
    return mean;
  };
  const Eigen::Vector3d full = tip_of(FullStvk(*shape_).rest_under(load, 10));

  const Eigen::VectorXd reduced_load = reduced_->node_modes.transpose() * load;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(mode_count);
  for (int step = 1; step <= 10; ++step)
    for (int iteration = 0; iteration < 30; ++iteration)
      q += stiffness_at(*reduced_->cubic, q)
               .ldlt()
               .solve(reduced_load * step / 10.0 - forces_at(*reduced_->cubic, q));
  const Eigen::Vector3d ours = tip_of(reduced_->node_modes * q);
  const Eigen::Vector3d linear =
      tip_of(reduced_->node_modes * reduced_->stiffness.ldlt().solve(reduced_load));
  EXPECT_GT(full.z(), 0.5 * beam_length_m);
  EXPECT_LT((ours - full).norm(), 0.03 * full.norm());
  EXPECT_GT((linear - full).norm(), 0.3 * full.norm());  // far beyond the linear range
}

/// With as many components as derivatives, the modes span each derivative.
TEST_F(LargeBending, ModesHoldTheDerivatives) {
  PartShape shape = *shape_;
  shape.modes = 5;
  const Eigen::MatrixXd u =
      reduced(shape, {.elements = ElementOrder::linear, .linear_modes = 2}).node_modes;
  const FullStvk full(shape);
  Eigen::SparseMatrix<double> stiffness;
  full.forces_N(Eigen::VectorXd::Zero(u.rows()), &stiffness);
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(stiffness);
  const Eigen::VectorXd a = 0.1 * u.col(0), b = 0.1 * u.col(1);
  const auto made_of_modes = [&](Eigen::VectorXd curvature) {  // of the forces
    for (const int node : shape.clamped) curvature.segment<3>(3 * node).setZero();
    const Eigen::VectorXd derivative = factors.solve(-curvature);
    const Eigen::VectorXd q = u.colPivHouseholderQr().solve(derivative);
    return (u * q - derivative).norm() / derivative.norm();
  };
  const auto f = [&](const Eigen::VectorXd& x) { return full.forces_N(x); };
  EXPECT_LT(made_of_modes(f(a) + f(-a)), 1e-6);
  EXPECT_LT(made_of_modes(f(b) + f(-b)), 1e-6);
  EXPECT_LT(made_of_modes(f(a + b) + f(-a - b) - f(a - b) - f(b - a)), 1e-6);
}

TEST_F(LargeBending, MassesMakeAllModesOrthonormal) {
  // Consistent masses of linear tetrahedra: m / 20 and twice that on the diagonal.
  const Eigen::MatrixXd& u = reduced_->node_modes;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(mode_count, mode_count);
  for (const glm::uvec4& t : shape_->tetrahedra) {
    const auto& x = shape_->nodes_m;
    const double mass =
        shape_->material.density_kg_m3 * signed_volume_m3(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        gram += mass * (a == b ? 0.1 : 0.05) * u.middleRows<3>(3 * t[a]).transpose() *
                u.middleRows<3>(3 * t[b]);
  }
  // Volumes are in single precision.
  EXPECT_LT((gram - Eigen::MatrixXd::Identity(mode_count, mode_count)).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_EQ(reduced_->frequencies_Hz.size(), linear_count);
}

/// Three-point Gauss quadrature along each axis: exact for the energy of displacements of degree 2.
TEST(CubicForces, QuadraticElementsIntegrateTheEnergyExactly) {
  const PartShape shape = small_beam({1, 2, 1}, 1);
  const SolidModel solid = solid_model(shape, ElementOrder::quadratic);
  const auto nodes = static_cast<int>(solid.full.nodes_m.rows());
  const Eigen::Matrix<double, 9, 6> factors = Eigen::Matrix<double, 9, 6>::Random();
  // A field of degree 2 and, at a point, its gradient.
  const auto field = [&](const Eigen::Vector3d& x) {
    Eigen::Matrix<double, 6, 1> m;
    m << x.x() * x.y(), x.y() * x.z(), x.z() * x.x(), x.x() * x.x(), x.y() * x.y(), x.z();
    return Eigen::Vector3d(10.0 * factors.topRows<3>() * m);
  };
  const auto gradient = [&](const Eigen::Vector3d& x) {
    Eigen::Matrix3d g;
    for (int axis = 0; axis < 3; ++axis) {  // exact for degree 2
      const Eigen::Vector3d h = 0.01 * Eigen::Vector3d::Unit(axis);
      g.col(axis) = (field(x + h) - field(x - h)) / 0.02;
    }
    return g;
  };
  Eigen::MatrixXd mode(3 * nodes, 1);
  for (int i = 0; i < nodes; ++i) mode.block<3, 1>(3 * i, 0) = field(solid.full.nodes_m.row(i));
  // In Bernstein-Bezier form a node on an edge is at 2 u(middle) - (u(a) + u(b)) / 2.
  for (std::size_t e = 0; e < solid.elements.size(); ++e)
    for (int a = 4; a < 10; ++a) {
      const Basis<10> basis(a);
      const int* at = &solid.element_nodes[10 * e];
      mode.block<3, 1>(3 * at[a], 0) =
          2.0 * field(solid.full.nodes_m.row(at[a])) -
          0.5 * (mode.block<3, 1>(3 * at[basis.i], 0) + mode.block<3, 1>(3 * at[basis.j], 0));
    }
  Progress progress;
  const CubicForces forces = project_cubic_forces(solid, mode, progress);
  const double q = 0.7;
  const double energy = forces.linear(0, 0) * q * q / 2.0 +
                        forces.quadratic(0, 0) * q * q * q / 3.0 +
                        forces.cubic(0, 0) * q * q * q * q / 4.0;
  const FullStvk full(shape);
  const double at[] = {-std::sqrt(0.6), 0.0, std::sqrt(0.6)}, weight[] = {5.0, 8.0, 5.0};
  double expected = 0.0;
  for (int i = 0; i < 27; ++i) {
    const int a = i % 3, b = i / 3 % 3, c = i / 9;
    const Eigen::Vector3d x(at[a] * beam_width_m / 2, (at[b] + 1.0) * beam_length_m / 2,
                            at[c] * beam_depth_m / 2);
    expected += weight[a] * weight[b] * weight[c] / (18.0 * 18.0 * 18.0) * beam_width_m *
                beam_length_m * beam_depth_m * full.energy_density_Pa(q * gradient(x));
  }
  EXPECT_NEAR(energy / expected, 1.0, 1e-6);
}

}  // namespace
}  // namespace limber
