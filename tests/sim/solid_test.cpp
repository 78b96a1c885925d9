// Soft bodies: properties of position based solids, on every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

class SolidBody : public EachBackend {};

Placed<PbdModel> ball_model(float cell_m = 0.2f, glm::vec3 at_m = glm::vec3(0.0f)) {
  Placed<PbdModel> model;
  add_solid(model, small_ball(0.5f, cell_m), {.at_m = at_m});
  return model;
}

/// Displaces every particle from rest by up to `by_m`, deterministically.
void scatter(Placed<PbdModel>& model, float by_m) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> offset(-by_m, by_m);
  model.start_m.clear();
  for (const Particle& p : model.particles)
    model.start_m.push_back(p.position_m +
                            glm::vec3(offset(random), offset(random), offset(random)));
}

TEST(SolidModel, HasAParticleAVertexAnEdgeAStretchATetrahedronAVolume) {
  const Solid ball = small_ball(0.5f, 0.2f);
  Placed<PbdModel> model;
  add_solid(model, ball);
  const std::size_t vertices = ball.mesh.positions_m.size();
  const std::vector<glm::uvec3> boundary = boundary_of(ball.mesh.tetrahedra);
  EXPECT_EQ(model.particles.size(), vertices);
  EXPECT_EQ(model.volume.corners.size(), ball.mesh.tetrahedra.size());
  // Euler: a ball has V - E + F - T = 1 with 2 F = 4 T + boundary.
  EXPECT_EQ(static_cast<long>(model.stretch.corners.size()),
            static_cast<long>(vertices + ball.mesh.tetrahedra.size() + boundary.size() / 2) - 1);
  EXPECT_TRUE(model.dihedral.corners.empty());
  double mass_kg = 0.0;
  for (const Particle& p : model.particles) mass_kg += 1.0 / p.inverse_mass_per_kg;
  EXPECT_NEAR(mass_kg / (ball.density_kg_m3 * volume_m3(ball.mesh)), 1.0, 0.02);

  Solid bending = ball;
  bending.bends = true;
  Placed<PbdModel> bent;
  add_solid(bent, bending);
  EXPECT_EQ(bent.dihedral.corners.size(), boundary.size() * 3 / 2);
}

TEST(SolidModel, KeepsTheColorsThatItWasGiven) {
  Placed<PbdModel> model = ball_model();
  Progress progress;
  color_constraints(model, progress);
  EXPECT_TRUE(model.stretch.is_colored());
  EXPECT_TRUE(model.volume.is_colored());
  EXPECT_FALSE(model.dihedral.is_colored());

  Exec exec(Backend::serial);
  const auto counts_of = [&] { return PbdWorld(exec, model, PbdSettings()).counts().constraints; };
  const ConstraintCount colored = counts_of().at(0);
  EXPECT_LT(colored.colors, colored.count);
  // One colour per constraint, as a bad colouring.
  Coloring& coloring = model.stretch.coloring;
  coloring.first.resize(coloring.order.size() + 1);
  std::iota(coloring.first.begin(), coloring.first.end(), 0);
  EXPECT_EQ(counts_of().at(0).colors, colored.count);
  // A colouring of fewer constraints than there are is ignored.
  add_solid(model, small_ball(0.5f, 0.2f));
  EXPECT_EQ(counts_of().at(0).count, 2 * colored.count);
  EXPECT_EQ(counts_of().at(0).colors, colored.colors);
}

TEST_P(SolidBody, RestStaysAtRest) {
  Placed<PbdModel> model = ball_model();
  PbdWorld simulation(exec(), model, free_settings());
  const std::vector<glm::vec3> before = simulation.positions_m();
  run_singly(simulation, 50);
  const std::vector<glm::vec3> after = simulation.positions_m();
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LT(glm::distance(before[i], after[i]), 3e-5f);
}

TEST_P(SolidBody, KeepsMomentumInFreeFlight) {
  Placed<PbdModel> model = ball_model();
  scatter(model, 0.01f);
  PbdWorld simulation(exec(), model, free_settings());
  const auto momenta = [&](const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    glm::dvec3 linear(0.0), angular(0.0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const glm::dvec3 p =
          (glm::dvec3(b[i]) - glm::dvec3(a[i])) / double(model.particles[i].inverse_mass_per_kg);
      linear += p;
      angular += glm::cross(glm::dvec3(b[i]), p);
    }
    return std::pair(linear, angular);
  };
  // Change of momentum per step, relative to mass times mean displacement.
  std::vector<glm::vec3> last = simulation.positions_m();
  double most = 0.0;
  for (int step = 0; step < 30; ++step) {
    run_singly(simulation, 1);
    const std::vector<glm::vec3> now = simulation.positions_m();
    double way = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
      way += glm::distance(now[i], last[i]) / model.particles[i].inverse_mass_per_kg;
    const auto [linear, angular] = momenta(last, now);
    most = std::max(most, way);
    EXPECT_LT(glm::length(linear), 2e-5 * most);
    // Exact for small corrections only: gradients stay where a projection began.
    EXPECT_LT(glm::length(angular), 2e-3 * most);
    last = now;
  }
  EXPECT_GT(most, 1.0);  // it did move
}

TEST_P(SolidBody, KeepsItsVolumeAtRestUnderGravity) {
  Placed<PbdModel> model = ball_model(0.2f, {0.0f, 0.52f, 0.0f});
  model.colliders = {Collider{}};
  PbdSettings settings;
  settings.dt_s = 0.005f;
  settings.iterations = 16;
  settings.damping_per_s = 2.0f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 600);
  const std::vector<glm::vec3> x = simulation.positions_m();
  EXPECT_NEAR(volume_of(model, x) / rest_volume_of(model), 1.0, 0.01);
  for (const glm::vec3& p : x) EXPECT_GE(p.y, 0.0f);
}

TEST_P(SolidBody, TurnsInvertedTetrahedraBack) {
  Placed<PbdModel> model = ball_model();
  scatter(model, 0.12f);
  const auto inverted = [&](const std::vector<glm::vec3>& x) {
    return std::count_if(
        model.volume.corners.begin(), model.volume.corners.end(), [&](const Corners<4>& c) {
          return signed_volume_m3(x[c.at[0]], x[c.at[1]], x[c.at[2]], x[c.at[3]]) <= 0.0;
        });
  };
  EXPECT_GT(inverted(model.start_m), 50);
  PbdSettings settings = free_settings();
  settings.damping_per_s = 2.0f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 200);
  EXPECT_EQ(inverted(simulation.positions_m()), 0);
  EXPECT_NEAR(volume_of(model, simulation.positions_m()) / rest_volume_of(model), 1.0, 0.01);
}

TEST_P(SolidBody, RisesAgainAfterItWasFlattened) {
  Placed<PbdModel> model = ball_model(0.15f, {0.0f, 0.52f, 0.0f});
  model.colliders = {Collider{}};
  for (const Particle& p : model.particles)
    model.start_m.push_back(p.position_m * glm::vec3(1.0f, 0.02f, 1.0f));
  PbdSettings settings;
  settings.iterations = 8;
  settings.damping_per_s = 1.0f;
  PbdWorld simulation(exec(), model, settings);
  EXPECT_LT(volume_of(model, simulation.positions_m()), 0.03 * rest_volume_of(model));
  run_singly(simulation, 200);
  const std::vector<glm::vec3> x = simulation.positions_m();
  EXPECT_NEAR(volume_of(model, x) / rest_volume_of(model), 1.0, 0.02);
  const auto by_height = [](const glm::vec3& a, const glm::vec3& b) { return a.y < b.y; };
  EXPECT_GT(std::max_element(x.begin(), x.end(), by_height)->y, 0.85f);
}

TEST_P(SolidBody, NothingIsFasterThanTheSpeedLimit) {
  Placed<PbdModel> model = ball_model();
  scatter(model, 0.1f);
  PbdSettings settings = free_settings();
  settings.speed_limit_m_s = 0.5f;
  PbdWorld simulation(exec(), model, settings);
  float max_distance_m = 0.0f;
  std::vector<glm::vec3> last = simulation.positions_m();
  for (int step = 0; step < 5; ++step) {
    run_singly(simulation, 1);
    const std::vector<glm::vec3> now = simulation.positions_m();
    for (std::size_t i = 0; i < now.size(); ++i)
      max_distance_m = std::max(max_distance_m, glm::distance(now[i], last[i]));
    last = now;
  }
  EXPECT_NEAR(max_distance_m, 0.005f, 1e-6f);
}

TEST_P(SolidBody, SwellsWithTheScaleOfItsVolume) {
  Placed<PbdModel> model = ball_model();
  PbdSettings settings = free_settings();
  settings.stretch_stiffness = 0.05f;
  settings.volume_scale = 1.5f;
  settings.damping_per_s = 2.0f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 200);
  EXPECT_GT(volume_of(model, simulation.positions_m()), 1.2 * rest_volume_of(model));
}

TEST_P(SolidBody, LiesOnOthersWithoutPassingThrough) {
  Placed<PbdModel> model;
  const Solid ball = small_ball(0.3f, 0.12f);
  add_solid(model, ball, {.at_m = {0.0f, 0.32f, 0.0f}});
  add_solid(model, ball, {.at_m = {0.02f, 1.1f, 0.01f}});
  model.colliders = {Collider{}};
  PbdSettings settings;
  settings.dt_s = 0.005f;
  settings.contact_distance_m = 0.15f;  // wide enough for a mesh this coarse
  settings.contact_iterations = 4;
  settings.damping_per_s = 1.0f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 200);
  const std::vector<glm::vec3> x = simulation.positions_m();
  float nearest = INFINITY;
  const std::size_t half = x.size() / 2;
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = half; j < x.size(); ++j)
      nearest = std::min(nearest, glm::distance(x[i], x[j]));
  EXPECT_GT(nearest, 0.09f);
  EXPECT_LT(nearest, 0.2f);  // they did meet
}

/// The drawn surface is finer than the simulated mesh, and constraint views draw particles.
TEST_P(SolidBody, AFinerSurfaceFollows) {
  Progress progress;
  Solid ball = small_ball(0.5f, 0.25f);
  const ImplicitShape shape = ball_shape(glm::vec3(0.0f), 0.5f);
  ball.drawn = polygonise(shape.distance, shape.low_m, shape.high_m, 0.1f, progress);
  ball.drawn_on_mesh = attach(ball.drawn.positions_m, ball.mesh);
  Placed<PbdModel> model;
  add_solid(model, ball);
  PbdSettings settings;
  settings.air_kg_m3 = 0.0f;
  settings.damping_per_s = 0.0f;
  PbdWorld simulation(exec(), model, settings);
  const int drawn = static_cast<int>(ball.drawn.positions_m.size());
  const int all = drawn + static_cast<int>(model.particles.size());
  EXPECT_EQ(simulation.counts().vertices, drawn);
  ASSERT_EQ(simulation.draw_list().vertex_count, all);
  for (const auto& lines : simulation.draw_list().constraint_lines)
    for (const glm::uvec2& ends : lines.ends)
      EXPECT_TRUE(static_cast<int>(std::min(ends.x, ends.y)) >= drawn &&
                  static_cast<int>(std::max(ends.x, ends.y)) < all);

  Buffer<PublishedVertex> out(exec(), all);
  simulation.advance({.steps = 10, .publish = out.view()});
  const std::vector<PublishedVertex> vertices = out.download(exec());
  const std::vector<glm::vec3> x = simulation.positions_m();
  const glm::vec3 fallen(0.0f, -9.81f * 0.01f * 0.01f * 55.0f, 0.0f);
  for (int i = 0; i < drawn; ++i) {
    EXPECT_LT(glm::distance(vertices[i].position_m, ball.drawn.positions_m[i] + fallen), 2e-4f);
    EXPECT_GT(glm::dot(vertices[i].normal, glm::normalize(ball.drawn.positions_m[i])), 0.9f);
  }
  for (int i = drawn; i < all; ++i)
    EXPECT_LT(glm::distance(vertices[i].position_m, x[i - drawn]), 1e-6f);

  // A drawn vertex is grabbed, and its tetrahedron follows the mouse.
  simulation.grab(7);
  EXPECT_EQ(simulation.grabbed_vertex(), 7);
  const glm::vec3 target = vertices[7].position_m + glm::vec3(0.5f, 0.3f, 0.0f);
  simulation.drag_to(target);
  simulation.advance({.steps = 150, .publish = out.view()});
  EXPECT_LT(glm::distance(out.download(exec())[7].position_m, target), 0.1f);
}

/// Small balls fit into one worker each, and suffice for all threads; of a large one, the last
/// colours do: the bits are the same as colour by colour.
TEST_P(SolidBody, ClustersGiveTheBitsOfTheColors) {
  Placed<PbdModel> many;
  for (int i = 0; i < 20; ++i)
    add_solid(many, small_ball(0.2f, 0.12f), {.at_m = {0.5f * static_cast<float>(i), 1.0f, 0.0f}});
  scatter(many, 0.02f);
  Placed<PbdModel> large = ball_model(0.072f);
  ASSERT_GT(large.particles.size(), 3072u);
  scatter(large, 0.01f);
  for (const Placed<PbdModel>& model : {many, large}) {
    PbdSettings settings;
    settings.iterations = 3;
    PbdWorld with(exec(), model, settings);
    settings.clusters = false;
    PbdWorld without(exec(), model, settings);
    run_singly(with, 10);
    run_singly(without, 10);
    EXPECT_EQ(with.state_hash(), without.state_hash());
  }
}

TEST_P(SolidBody, TellsHowAStepConverges) {
  Placed<PbdModel> model = ball_model();
  scatter(model, 0.03f);
  PbdSettings settings = free_settings();
  settings.iterations = 20;
  std::map<std::string, std::vector<double>> last;
  for (const char* method : {"gauss_seidel", "jacobi"}) {
    settings.method = method;
    PbdWorld simulation(exec(), model, settings);
    EXPECT_TRUE(simulation.convergence().empty());
    const std::uint64_t before = simulation.state_hash();
    simulation.request_convergence();
    exec().synchronize();
    const std::vector<ConvergenceCurve>& curves = simulation.convergence();
    EXPECT_EQ(simulation.state_hash(), before) << "trying a step must not make one";
    ASSERT_EQ(curves.size(), 2u);
    EXPECT_EQ(curves[0].label, "stretch");
    EXPECT_EQ(curves[1].label, "volume");
    for (const ConvergenceCurve& curve : curves) {
      ASSERT_EQ(curve.residual.size(), 21u);
      EXPECT_LT(curve.residual.back(), 0.5 * curve.residual.front());
      last[curve.label].push_back(curve.residual.back());
    }
  }
  for (const auto& [type, residuals] : last) EXPECT_LT(residuals[0], residuals[1]) << type;
}

TEST_P(SolidBody, TakesAsManyIterationsAsTheBudgetAllows) {
  PbdSettings settings = free_settings();
  settings.iterations = 2;
  settings.step_budget_ms = 4.0f;
  Placed<PbdModel> model = ball_model(0.12f);
  PbdWorld simulation(exec(), model, settings);
  double ms = 0.0;
  ConvergenceCurve curve;
  const auto iterations = [&] {
    return curve.residual.empty() ? 0
                                  : (static_cast<int>(curve.residual.size()) - 1) * curve.stride;
  };
  // A busy machine can make any one step take longer than the budget; on a fast one it takes more
  // frames until a step takes long enough.
  for (int attempt = 0; attempt < 10 && (iterations() <= 2 || ms <= 0.5); ++attempt) {
    for (int frame = 0; frame < 60; ++frame) {
      simulation.advance({.steps = 1});
      exec().synchronize();
      while (const auto time = simulation.poll_step_time()) ms = time->ms;
    }
    simulation.request_convergence();
    exec().synchronize();
    curve = simulation.convergence().at(0);
  }
  EXPECT_GT(iterations(), 2);
  EXPECT_GT(ms, 0.5);
  const std::vector<IterationCount> now = simulation.iterations_now();
  ASSERT_EQ(now.size(), 1u);
  EXPECT_EQ(now[0].method, "gauss_seidel");
  EXPECT_EQ(now[0].count / curve.stride, static_cast<int>(curve.residual.size()) - 1);
}

TEST_P(SolidBody, StandsSideBySideSolvedInTwoWays) {
  Placed<PbdModel> model = ball_model();
  scatter(model, 0.03f);
  Placed<PbdModel> right = model;
  for (Particle& p : right.particles) p.position_m.x += 4.0f;
  for (glm::vec3& x : right.start_m) x.x += 4.0f;
  PbdSettings settings = free_settings();
  PbdSettings jacobi = settings;
  jacobi.method = "jacobi";
  World both(exec(), {group_of(model, settings, "gauss_seidel"), group_of(right, jacobi, "jacobi")},
             "method");
  PbdWorld alone(exec(), right, jacobi);

  const int n = static_cast<int>(model.particles.size());
  EXPECT_EQ(both.counts().particles, 2 * n);
  EXPECT_EQ(both.counts().constraints.back().type, "volume, jacobi");
  EXPECT_THROW(parameter_named(both.parameters(), "method"), std::exception);
  ASSERT_EQ(both.iterations_now().size(), 2u);
  EXPECT_EQ(both.iterations_now()[1].method, "jacobi");
  parameter_named(both.parameters(), "iterations").set("3");
  both.parameters_changed();
  parameter_named(alone.parameters(), "iterations").set("3");
  alone.parameters_changed();

  Buffer<PublishedVertex> out(exec(), both.draw_list().vertex_count);
  both.advance({.steps = 5, .publish = out.view()});
  run_singly(alone, 5);
  const std::vector<glm::vec3> x = both.positions_m(), expected = alone.positions_m();
  for (int i = 0; i < n; ++i) EXPECT_EQ(x[n + i], expected[i]);
  const int half = both.draw_list().vertex_count / 2;
  const std::vector<PublishedVertex> vertices = out.download(exec());
  EXPECT_LT(vertices[0].position_m.x, 2.0f);
  EXPECT_GT(vertices[half].position_m.x, 2.0f);

  both.grab(half + 3);
  EXPECT_EQ(both.grabbed_vertex(), half + 3);
  both.drag_to({5.0f, 2.0f, 0.0f});
  both.release(true);
  EXPECT_EQ(both.pinned_vertices(), std::vector<int>{half + 3});
  EXPECT_EQ(both.grabbed_vertex(), -1);
  both.request_residuals();
  exec().synchronize();
  EXPECT_LT(both.residuals().at("stretch"), both.residuals().at("stretch, jacobi"));
  both.grab(3);
  both.grab(half + 4);
  EXPECT_EQ(both.grabbed_vertex(), half + 4) << "there is one grab";
  both.reset();
  EXPECT_TRUE(both.residuals().empty()) << "they are of a state that is gone";
  EXPECT_TRUE(both.pinned_vertices().empty());
  EXPECT_EQ(both.positions_m()[n], right.start_m[0]);
}

EACH_BACKEND(SolidBody);

}  // namespace
}  // namespace limber
