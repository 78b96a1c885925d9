// Implicit viscosity of fluids, stable for any step.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "tests/each_backend.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

class FluidViscosity : public EachBackend {};
EACH_BACKEND(FluidViscosity);

double left_m_s(FluidWorld& world) {
  world.request_residuals();
  world.fluid().motions();
  return world.residuals().at("viscosity");
}

FluidSettings honey() {
  FluidSettings settings = floating_free();
  settings.viscosity_iterations = 40;
  settings.divergence_iterations = 0;
  return settings;
}

/// The slope of the cubic spline of [Monaghan92] with a support of h, as he writes it.
double slope_per_m4(double distance_m, double h_m) {
  const double half_m = 0.5 * h_m, q = distance_m / half_m;
  const double norm = 1.0 / (M_PI * std::pow(half_m, 4));
  if (q < 1.0) return norm * (-3.0 * q + 2.25 * q * q);
  if (q < 2.0) return norm * -0.75 * std::pow(2.0 - q, 2);
  return 0.0;
}

/// One step of unordered particles, too sparse for pressure, against the equations of [Weiler18]
/// over all pairs, solved directly in double precision.
TEST_P(FluidViscosity, IsThatOfTheWholeMatrix) {
  constexpr float spacing_m = 0.02f, viscosity_m2_s = 0.5f;
  constexpr int side = 6, n = side * side * side;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  for (int i = 0; i < n; ++i) {  // one body per particle, for individual velocities
    const glm::vec3 cell(i % side, i / side % side, i / (side * side));
    model.bodies.push_back(
        {{spacing_m * 1.25f * cell + 0.003f * glm::vec3(any(random), any(random), any(random))},
         0.2f * glm::vec3(any(random), any(random), any(random))});
  }
  FluidSettings settings = honey();
  settings.viscosity_m2_s = viscosity_m2_s;
  const double dt_s = settings.dt_s, h_m = 2.0 * spacing_m, volume_m3 = std::pow(spacing_m, 3);
  // Of the steepest slope, at a third of the support.
  const double quantum_per_m = -volume_m3 * slope_per_m4(h_m / 3.0, h_m) / 2047.0;
  // 2 (d + 2) for many neighbours: here the value for shear flow in a cubic lattice.
  double factor = 0.0;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        const double r = spacing_m * std::sqrt(x * x + y * y + z * z);
        if (x * y != 0)
          factor -= 0.5 * volume_m3 * slope_per_m4(r, h_m) / r * std::pow(spacing_m, 4) /
                    (r * r + 0.01 * h_m * h_m);
      }
  factor = 1.0 / factor;
  EXPECT_NEAR(factor, 10.0, 5.0);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(3 * n, 3 * n);
  Eigen::VectorXd right(3 * n);
  for (int i = 0; i < n; ++i) {
    const glm::dvec3 x(model.bodies[i].places_m[0]), v(model.bodies[i].velocity_m_s);
    right.segment<3>(3 * i) << v.x, v.y, v.z;
    for (int j = 0; j < n; ++j) {
      const glm::dvec3 way = x - glm::dvec3(model.bodies[j].places_m[0]);
      const double r = glm::length(way);
      if (i == j || r >= h_m) continue;
      const Eigen::Vector3d d(way.x, way.y, way.z);
      // Lists hold gradients in quanta: with exact ones the solution differs by 0.05%.
      const Eigen::Vector3d exact = d * (volume_m3 * slope_per_m4(r, h_m) / r / quantum_per_m);
      const Eigen::Vector3d gradient = exact.array().round() * quantum_per_m;
      const Eigen::Matrix3d block = -factor * dt_s * viscosity_m2_s * gradient.dot(d) / (r * r) /
                                    (r * r + 0.01 * h_m * h_m) * d * d.transpose();
      matrix.block<3, 3>(3 * i, 3 * i) += block;
      matrix.block<3, 3>(3 * i, 3 * j) -= block;
    }
  }
  const Eigen::VectorXd wanted = matrix.ldlt().solve(right);
  ASSERT_LT(wanted.norm(), 0.4 * right.norm());
  double before = 1e9;
  for (const int iterations : {4, 12, 36, 80}) {
    settings.viscosity_iterations = iterations;
    FluidWorld world(exec(), model, settings);
    world.advance({.steps = 1});
    const std::vector<FluidMotion> motions = world.fluid().motions();
    Eigen::VectorXd found(3 * n);
    for (int i = 0; i < n; ++i) {
      const glm::vec3 v = motions[i].velocity_m_s;
      found.segment<3>(3 * i) << v.x, v.y, v.z;
    }
    const double error = (found - wanted).norm() / wanted.norm();
    EXPECT_LT(error, iterations == 80 ? 3e-5 : 0.6 * before) << iterations;
    before = error;
  }
}

/// Two blocks that pass each other stick and rotate as one: momentum and angular momentum are kept,
/// and deformation stops at once.
TEST_P(FluidViscosity, LetsWhatSticksTurnOn) {
  constexpr float spacing_m = 0.02f;
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  model.bodies = {fluid_block({8, 4, 6}, spacing_m, {0.0f, 0.04f, 0.0f}, {0.4f, 0.1f, 0.0f}),
                  fluid_block({8, 4, 6}, spacing_m, {0.0f, -0.04f, 0.0f}, {-0.2f, 0.1f, 0.0f})};
  FluidSettings settings = honey();
  settings.viscosity_m2_s = 2.0f;
  FluidWorld world(exec(), model, settings);
  const auto momentum = [&] {
    glm::dvec3 linear(0.0), spin(0.0), middle(0.0);
    const std::vector<FluidMotion> motions = world.fluid().motions();
    const std::vector<glm::vec3> places_m = world.positions_m();
    for (const glm::vec3& x : places_m) middle += glm::dvec3(x) / 384.0;
    for (std::size_t i = 0; i < places_m.size(); ++i) {
      const glm::dvec3 v(motions[i].velocity_m_s);
      linear += v;
      spin += glm::cross(glm::dvec3(places_m[i]) - middle, v);
    }
    return std::pair{linear, spin};
  };
  const auto [linear, spin] = momentum();
  run_s(world, 0.1);
  const auto [linear_after, spin_after] = momentum();
  EXPECT_LT(glm::length(linear_after - linear), 2e-3 * 384 * 0.3);
  EXPECT_NEAR(glm::length(spin_after), glm::length(spin), 0.02 * glm::length(spin));
  EXPECT_GT(glm::dot(spin_after, spin), 0.0);
  // As in rigid rotation.
  const std::vector<FluidMotion> motions = world.fluid().motions();
  const std::vector<glm::vec3> places_m = world.positions_m();
  glm::dvec3 middle(0.0);
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const glm::vec3& x : places_m) middle += glm::dvec3(x) / 384.0;
  for (const glm::vec3& x : places_m) {
    const glm::dvec3 r = glm::dvec3(x) - middle;
    const Eigen::Vector3d e(r.x, r.y, r.z);
    inertia += e.squaredNorm() * Eigen::Matrix3d::Identity() - e * e.transpose();
  }
  const Eigen::Vector3d w =
      inertia.ldlt().solve(Eigen::Vector3d(spin_after.x, spin_after.y, spin_after.z));
  double off = 0.0, all = 0.0;
  for (std::size_t i = 0; i < places_m.size(); ++i) {
    const glm::dvec3 r = glm::dvec3(places_m[i]) - middle;
    const glm::dvec3 turning = glm::cross(glm::dvec3(w.x(), w.y(), w.z()), r);
    const glm::dvec3 v = glm::dvec3(motions[i].velocity_m_s) - linear_after / 384.0;
    off += glm::dot(v - turning, v - turning);
    all += glm::dot(turning, turning);
  }
  EXPECT_LT(off, 0.01 * all);
  EXPECT_LT(left_m_s(world), 1e-3);
}

/// Laminar flow down a square duct, open at both ends, has the mean speed g a^2 / (28.45 nu)
/// (White, "Viscous Fluid Flow"), with either viscosity method.
TEST_P(FluidViscosity, RunsDownADuctAsTheorySays) {
  constexpr float spacing_m = 0.02f, side_m = 0.24f, viscosity_m2_s = 0.1f;
  for (const int iterations : {0, 10}) {
    Placed<FluidModel> model = pool({12, 20, 12}, spacing_m);
    model.colliders.erase(model.colliders.begin());  // the ground
    for (Collider& wall : model.colliders) wall.half_size_m.y = 5.0f;
    FluidSettings settings;
    settings.viscosity_m2_s = viscosity_m2_s;
    settings.viscosity_iterations = iterations;
    settings.dt_s = iterations == 0 ? 0.0004f : 0.002f;
    FluidWorld world(exec(), model, settings);
    run_s(world, 0.25);
    EXPECT_EQ(world.trouble(), "");
    const std::vector<FluidMotion> motions = world.fluid().motions();
    const std::vector<glm::vec3> places_m = world.positions_m();
    float top_m = -1e9f;
    for (const glm::vec3& x : places_m) top_m = std::max(top_m, x.y);
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < places_m.size(); ++i) {
      if (places_m[i].y > top_m - 0.12f || places_m[i].y < top_m - 0.28f) continue;
      sum -= motions[i].velocity_m_s.y;
      ++count;
    }
    ASSERT_GT(count, 500);
    const double wanted_m_s = 9.81 * side_m * side_m / (28.45 * viscosity_m2_s);
    EXPECT_NEAR(sum / count, wanted_m_s, 0.1 * wanted_m_s) << iterations;
  }
}

}  // namespace
}  // namespace limber
