// Vertex block descent of cloth and solids: against the load of a spring, and against the energy of
// an implicit Euler step in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "scenes/scene.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

class VertexDescent : public EachBackend {};

PbdSettings descending(int iterations) {
  PbdSettings settings = free_settings();
  settings.method = "descent";
  settings.iterations = iterations;
  return settings;
}

/// A weight on one edge, below a fixed particle. Returns by how much the edge is longer in the end.
double stretch_under_a_weight_m(Exec& exec, float compliance_m_N) {
  Placed<PbdModel> model;
  model.particles = {{{0.0f, 2.0f, 0.0f}, 0.0f}, {{0.0f, 1.0f, 0.0f}, 10.0f}};
  model.body_of_particle = {0, 0};
  model.stretch = {{{{0, 1}}}, {1.0f}, {}};
  PbdSettings settings = descending(8);
  settings.gravity_m_s2 = 9.81f;
  settings.damping_per_s = 5.0f;
  settings.stretch_compliance_m_N = compliance_m_N;
  PbdWorld world(exec, model, settings);
  run(world, 400);
  const std::vector<glm::vec3> x = world.positions_m();
  return glm::distance(glm::dvec3(x[0]), glm::dvec3(x[1])) - 1.0;
}

/// 0.1 kg under 9.81 m/s^2, also where the compliance is far below that of the penalty.
TEST_P(VertexDescent, EdgesStretchByTheirCompliance) {
  for (const float compliance_m_N : {0.05f, 0.01f, 2e-4f}) {
    const double expected_m = 0.1 * 9.81 * static_cast<double>(compliance_m_N);
    EXPECT_NEAR(stretch_under_a_weight_m(exec(), compliance_m_N), expected_m,
                0.01 * expected_m + 2e-6);
  }
}

/// By multipliers: the penalty alone would let it stretch by a hundred times that.
TEST_P(VertexDescent, RigidEdgesStretchToTheLimitOfStiffnessOnly) {
  const double limit_m = 9.81 * 0.01 * 0.01 / 1000.0;
  EXPECT_NEAR(stretch_under_a_weight_m(exec(), 0.0f), limit_m, 0.5 * limit_m);
}

/// The forces on each particle after one long step of a cloth from an uneven start: of springs with
/// these compliances, and of inertia. In double precision, by finite differences of the energy.
TEST_P(VertexDescent, EndsWhereTheEnergyOfAStepIsLeast) {
  constexpr int side = 6;
  Placed<PbdModel> model = small_cloth(side, Bending::across, {0});
  model.start_m.clear();
  for (std::size_t i = 0; i < model.particles.size(); ++i) {
    const auto k = static_cast<float>(i);
    model.start_m.push_back(model.particles[i].position_m +
                            0.01f * glm::vec3(std::sin(k), std::sin(2.0f * k), std::cos(3.0f * k)));
  }
  PbdSettings settings = descending(300);
  settings.gravity_m_s2 = 9.81f;
  settings.stretch_compliance_m_N = 0.02f;
  settings.across_compliance_m_N = 0.1f;
  PbdWorld world(exec(), model, settings);
  world.advance({.steps = 1});
  const std::vector<glm::vec3> end = world.positions_m();
  std::vector<glm::dvec3> x(end.begin(), end.end());
  const double dt_s = 0.01;
  const auto energy_J = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(model.particles[i].inverse_mass_per_kg > 0.0f)) continue;
      const glm::dvec3 free =
          glm::dvec3(model.start_m[i]) - glm::dvec3(0.0, 9.81 * dt_s * dt_s, 0.0);
      sum += glm::dot(x[i] - free, x[i] - free) /
             (2.0 * dt_s * dt_s * static_cast<double>(model.particles[i].inverse_mass_per_kg));
    }
    const auto add = [&](const ConstraintList<DistanceConstraint>& list, double compliance_m_N) {
      for (std::size_t c = 0; c < list.corners.size(); ++c) {
        const double error_m = glm::distance(x[list.corners[c].at[0]], x[list.corners[c].at[1]]) -
                               static_cast<double>(list.rest[c]);
        sum += error_m * error_m / (2.0 * compliance_m_N);
      }
    };
    add(model.stretch, 0.02);
    add(model.across, 0.1);
    return sum;
  };
  double largest_N = 0.0, start_N = 0.0;
  const auto force_N = [&](std::size_t i, int axis) {
    constexpr double h_m = 1e-6;
    const double at_m = x[i][axis];
    x[i][axis] = at_m + h_m;
    const double more_J = energy_J();
    x[i][axis] = at_m - h_m;
    const double less_J = energy_J();
    x[i][axis] = at_m;
    return (more_J - less_J) / (2.0 * h_m);
  };
  const auto largest_of_all_N = [&] {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        if (model.particles[i].inverse_mass_per_kg > 0.0f)
          largest = std::max(largest, std::abs(force_N(i, axis)));
    return largest;
  };
  largest_N = largest_of_all_N();
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = glm::dvec3(model.start_m[i]);
  start_N = largest_of_all_N();
  EXPECT_LT(largest_N, 2e-3 * start_N) << start_N;
}

/// Cloth that hangs at rest, with the same number of iterations.
TEST_P(VertexDescent, LeavesLessStretchThanGaussSeidel) {
  const auto stretch_m = [&](const char* method) {
    PbdSettings settings;
    settings.method = method;
    settings.iterations = 8;
    settings.damping_per_s = 5.0f;
    PbdWorld world(exec(), small_cloth(20, Bending::across, {0, 19}), settings);
    run(world, 800);
    return residual_of(world, exec(), "stretch");
  };
  EXPECT_LT(stretch_m("descent"), 0.5 * stretch_m("gauss_seidel"));
}

/// A ball that falls to the ground keeps its volume and its shape.
TEST_P(VertexDescent, SolidsKeepTheirVolume) {
  Placed<PbdModel> model;
  add_solid(model, small_ball(0.2f, 0.09f), {.at_m = {0.0f, 0.5f, 0.0f}});
  model.colliders = {Collider{}};
  PbdSettings settings;
  settings.method = "descent";
  PbdWorld world(exec(), model, settings);
  run(world, 200);
  double volume_m3 = 0.0, rest_m3 = 0.0;
  const std::vector<glm::vec3> end = world.positions_m();
  for (std::size_t t = 0; t < model.volume.corners.size(); ++t) {
    const auto& at = model.volume.corners[t].at;
    volume_m3 += static_cast<double>(
        VolumeConstraint::volume_m3({end[at[0]], end[at[1]], end[at[2]], end[at[3]]}));
    rest_m3 += static_cast<double>(model.volume.rest[t]);
  }
  EXPECT_NEAR(volume_m3, rest_m3, 0.05 * rest_m3);
  EXPECT_GT(world.positions_m()[0].y, 0.0f);
}

/// The multipliers of another method's state would pull it apart.
TEST_P(VertexDescent, BeginsAnewAfterAnotherMethod) {
  PbdSettings settings;
  settings.method = "descent";
  settings.damping_per_s = 2.0f;
  PbdWorld world(exec(), small_cloth(20, Bending::across, {0, 19}), settings);
  run(world, 100);
  override_parameters(world, {"method=gauss_seidel", "gravity_m_s2=0"});
  run(world, 200);
  const double before = residual_of(world, exec(), "stretch");
  override_parameters(world, {"method=descent"});
  run(world, 1);
  EXPECT_LT(residual_of(world, exec(), "stretch"), before + 1e-4);
}

EACH_BACKEND(VertexDescent);

}  // namespace
}  // namespace limber
