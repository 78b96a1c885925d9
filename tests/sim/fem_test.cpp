// Dynamics of finite element solids: properties of implicit Euler, the filters and the grab, on
// every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/mesh/box_mesh.h"
#include "tests/each_backend.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr ElementKind linear = ElementKind::linear, quadratic = ElementKind::quadratic;

class Fem : public EachBackend {};

/// A beam of one metre along x, in cells of 5 cm; optionally pinned at its left end.
Placed<FemModel> beam(ElementKind kind, bool pinned, glm::vec3 at_m = glm::vec3(0.0f),
                      float young_modulus_Pa = 2e5f) {
  Placed<FemModel> model;
  model.kind = kind;
  Solid solid;
  solid.mesh = box_mesh({-0.5f, -0.1f, -0.1f}, {0.5f, 0.1f, 0.1f}, {10, 2, 2});
  add_solid(model, solid, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f},
            {.at_m = at_m});
  for (std::size_t i = 0; i < model.nodes_m.size(); ++i)
    if (pinned && model.nodes_m[i].x < -0.499f) model.pinned[i] = 1;
  return model;
}

FemSettings free_elements() {
  FemSettings settings;
  settings.gravity_m_s2 = 0.0f;
  settings.mass_damping_per_s = 0.0f;
  settings.stiffness_damping_s = 0.0f;
  return settings;
}

TEST_P(Fem, RestStaysAtRest) {
  for (const ElementKind kind : {linear, quadratic}) {
    FemWorld simulation(exec(), beam(kind, false), free_elements());
    const std::vector<glm::vec3> before = simulation.positions_m();
    run_singly(simulation, 50);
    const std::vector<glm::vec3> after = simulation.positions_m();
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_LT(glm::distance(before[i], after[i]), 2e-5f);
  }
}

/// Implicit Euler gives v = g t at every step, and the body keeps its shape.
TEST_P(Fem, FallsFreelyAsAWhole) {
  FemSettings settings = free_elements();
  settings.gravity_m_s2 = 9.81f;
  const Placed<FemModel> model = beam(linear, false);
  FemWorld simulation(exec(), model, settings);
  run_singly(simulation, 20);
  const std::vector<glm::vec3> x = simulation.positions_m();
  const float fallen_m = 9.81f * 0.01f * 0.01f * 210.0f;  // 1 + 2 + ... + 20 steps
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_LT(glm::distance(x[i], model.nodes_m[i] - glm::vec3(0.0f, fallen_m, 0.0f)), 2e-3f);
}

TEST_P(Fem, PinnedNodesStayAndTheOthersSag) {
  FemSettings settings;
  settings.mass_damping_per_s = 3.0f;
  settings.cg_iterations = 80;
  const Placed<FemModel> model = beam(quadratic, true, glm::vec3(0.0f), 2e6f);
  FemWorld simulation(exec(), model, settings);
  run_singly(simulation, 300);
  ASSERT_TRUE(simulation.finite_now());
  const std::vector<glm::vec3> x = simulation.positions_m();
  float tip_m = 0.0f;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (model.pinned[i] != 0) {
      EXPECT_LT(glm::distance(x[i], model.nodes_m[i]), 1e-5f);
    }
    if (model.nodes_m[i].x > 0.499f) tip_m = std::min(tip_m, x[i].y - model.nodes_m[i].y);
  }
  // Euler and Bernoulli: q L^4 / (8 E I) = 0.184 m.
  EXPECT_NEAR(tip_m, -0.184f, 0.01f);
}

TEST_P(Fem, EnergyNeverGrowsWithoutWork) {
  Placed<FemModel> model = beam(linear, false);
  FemWorld simulation(exec(), model, free_elements());
  simulation.grab(5);
  simulation.drag_to(model.nodes_m[5] + glm::vec3(0.1f, 0.3f, 0.0f));
  run_singly(simulation, 30);
  simulation.release(false);
  std::vector<glm::vec3> last = simulation.positions_m();
  double least = INFINITY;
  for (int window = 0; window < 6; ++window) {
    double kinetic = 0.0;
    for (int step = 0; step < 20; ++step) {
      run_singly(simulation, 1);
      const std::vector<glm::vec3> now = simulation.positions_m();
      double energy = 0.0;
      glm::dvec3 momentum(0.0);
      double mass = 0.0;
      for (std::size_t i = 0; i < now.size(); ++i) {
        const glm::dvec3 v = (glm::dvec3(now[i]) - glm::dvec3(last[i])) / 0.01;
        const double m = model.masses_kg[i];
        momentum += m * v;
        mass += m;
        energy += 0.5 * m * glm::dot(v, v);
      }
      kinetic = std::max(kinetic, energy - 0.5 * glm::dot(momentum, momentum) / mass);
      last = now;
    }
    EXPECT_LT(kinetic, 1.02 * least);  // peak kinetic energy of the vibration
    least = std::min(least, kinetic);
  }
}

TEST_P(Fem, RestsOnTheGroundAndSticksOrSlides) {
  for (const float friction : {0.0f, 0.8f}) {
    Placed<FemModel> model = beam(linear, false, {0.0f, 0.105f, 0.0f});
    model.colliders = {Collider{}};
    FemSettings settings;
    settings.friction = friction;
    FemWorld simulation(exec(), model, settings);
    run_singly(simulation, 20);
    simulation.grab(0);
    simulation.drag_to({5.0f, 0.1f, 0.0f});
    run_singly(simulation, 5);
    simulation.release(false);
    run_singly(simulation, 60);
    const std::vector<glm::vec3> before = simulation.positions_m();
    run_singly(simulation, 10);
    const std::vector<glm::vec3> after = simulation.positions_m();
    double speed_m_s = 0.0;
    float lowest_m = INFINITY;
    for (std::size_t i = 0; i < after.size(); ++i) {
      speed_m_s += (after[i].x - before[i].x) / 0.1 / static_cast<double>(after.size());
      lowest_m = std::min(lowest_m, after[i].y);
    }
    EXPECT_GT(lowest_m, -0.01f);
    if (friction > 0.0f)
      EXPECT_LT(std::abs(speed_m_s), 0.05) << "friction stops it";
    else
      EXPECT_GT(speed_m_s, 0.1) << "nothing does";
  }
}

/// A sliding block decelerates by Coulomb's law, whatever the distribution of contact forces.
TEST_P(Fem, SlidesAsCoulombSays) {
  Placed<FemModel> model = beam(linear, false, {0.0f, 0.105f, 0.0f}, 5e6f);
  model.colliders = {Collider{}};
  FemSettings settings;
  settings.friction = 0.3f;
  settings.mass_damping_per_s = 0.0f;
  FemWorld simulation(exec(), model, settings);
  const auto mean_x_m = [&] {
    double sum = 0.0, mass = 0.0;
    const std::vector<glm::vec3> x = simulation.positions_m();
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += double(model.masses_kg[i]) * x[i].x;
      mass += model.masses_kg[i];
    }
    return sum / mass;
  };
  const auto speed_m_s = [&] {  // over the next two steps
    const double before = mean_x_m();
    run_singly(simulation, 2);
    return (mean_x_m() - before) / 0.02;
  };
  run_singly(simulation, 10);
  simulation.grab(0);
  simulation.drag_to({20.0f, 0.0f, 0.0f});
  run_singly(simulation, 12);
  simulation.release(false);
  run_singly(simulation, 3);
  const double first = speed_m_s();
  run_singly(simulation, 10);
  const double later = speed_m_s();
  ASSERT_GT(later, 0.3) << "it still slides";
  EXPECT_NEAR((first - later) / 0.12, 0.3 * 9.81, 0.05 * 0.3 * 9.81);
  run_singly(simulation, 200);
  const double at_rest = mean_x_m();
  run_singly(simulation, 50);
  EXPECT_NEAR(mean_x_m(), at_rest, 1e-3) << "and then it sticks";
}

/// A body on the ground does not stick to it when lifted.
TEST_P(Fem, LeavesTheGroundWhenItIsLifted) {
  for (const ElementKind kind : {linear, quadratic}) {
    Placed<FemModel> model = beam(kind, false, {0.0f, 0.105f, 0.0f}, 2e4f);
    model.colliders = {Collider{}};
    FemWorld simulation(exec(), model, FemSettings{});
    run_singly(simulation, 150);
    simulation.grab(0);
    simulation.drag_to({0.0f, 2.0f, 0.0f});
    run_singly(simulation, 200);
    for (const glm::vec3& x : simulation.positions_m()) ASSERT_GT(x.y, 0.1f);
  }
}

TEST_P(Fem, TheGrabPullsAndAPinHolds) {
  const Placed<FemModel> model = beam(quadratic, false);
  FemSettings settings;
  settings.mass_damping_per_s = 2.0f;
  FemWorld simulation(exec(), model, settings);
  simulation.grab(40);
  EXPECT_EQ(simulation.grabbed_vertex(), 40);
  Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
  const auto vertex_m = [&] {
    simulation.advance({.steps = 0, .publish = out.view()});
    return out.download(exec())[40].position_m;
  };
  const glm::vec3 target = vertex_m() + glm::vec3(0.2f, 0.3f, 0.1f);
  simulation.drag_to(target);
  run_singly(simulation, 200);
  EXPECT_LT(glm::distance(vertex_m(), target), 0.01f);
  simulation.release(true);
  EXPECT_EQ(simulation.pinned_vertices(), std::vector<int>{40});
  const glm::vec3 pinned_at = vertex_m();
  run_singly(simulation, 100);
  EXPECT_LT(glm::distance(vertex_m(), pinned_at), 2e-3f);
  simulation.reset();
  EXPECT_TRUE(simulation.pinned_vertices().empty());
  run_singly(simulation, 100);
  EXPECT_LT(vertex_m().y, -1.0f) << "nothing holds it after a reset";
}

TEST_P(Fem, TellsHowConjugateGradientsConverge) {
  FemSettings settings;
  settings.cg_iterations = 60;
  FemWorld simulation(exec(), beam(linear, true), settings);
  run_singly(simulation, 5);
  simulation.request_convergence();
  exec().synchronize();
  const ConvergenceCurve curve = simulation.convergence().at(0);
  ASSERT_GT(curve.residual.size(), 30u);
  EXPECT_LT(curve.residual.back(), 0.05 * curve.residual.front());
  EXPECT_EQ(simulation.iterations_now().at(0).count, 60);

  parameter_named(simulation.parameters(), "cg_tolerance").set("0.05");
  simulation.parameters_changed();
  run_singly(simulation, 5);
  simulation.request_convergence();
  exec().synchronize();
  simulation.convergence();
  EXPECT_LT(simulation.iterations_now().at(0).count, 60) << "a tolerance saves some";
}

TEST_P(Fem, AllMethodsAndLayoutsMoveItAlike) {
  std::vector<glm::vec3> reference;
  for (const char* method : {"plain", "merged", "persistent"}) {
    for (const char* layout : {"bin_csr", "bin_bcsr", "block_sell"}) {
      FemSettings settings;
      settings.cg_method = method;
      settings.layout = layout;
      settings.cg_iterations = 60;
      FemWorld simulation(exec(), beam(linear, true), settings);
      run_singly(simulation, 10);
      const std::vector<glm::vec3> x = simulation.positions_m();
      if (reference.empty()) reference = x;
      for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_LT(glm::distance(x[i], reference[i]), 5e-4f) << method << " " << layout;
    }
  }
}

/// Few iterations leave a large residual in a stiff system. That must not add energy: with the full
/// last velocity change as the initial guess, the body is 1e8 m away after 150 steps.
TEST_P(Fem, StaysTogetherWithFewIterations) {
  for (const int iterations : {8, 30}) {
    FemSettings settings;
    settings.dt_s = 0.0166f;
    settings.cg_iterations = iterations;
    const Placed<FemModel> model = beam(quadratic, true, glm::vec3(0.0f), 1e7f);
    FemWorld simulation(exec(), model, settings);
    run_singly(simulation, 150);
    ASSERT_TRUE(simulation.finite_now());
    const std::vector<glm::vec3> x = simulation.positions_m();
    for (int i = 0; i < model.nodes(); ++i)
      ASSERT_LT(glm::distance(x[i], model.nodes_m[i]), 0.2f) << "node " << i;
  }
}

TEST_P(Fem, TellsOfABreakdown) {
  FemSettings settings = free_elements();
  FemWorld good(exec(), beam(linear, true), settings);
  settings.gravity_m_s2 = 3e38f;
  FemWorld bad(exec(), beam(linear, true), settings);
  for (FemWorld* simulation : {&good, &bad}) {
    run_singly(*simulation, 3);
    exec().synchronize();
    run_singly(*simulation, 1);  // reads back the outcome of the third
    exec().synchronize();
  }
  EXPECT_EQ(good.trouble(), "");
  EXPECT_NE(bad.trouble().find("broke down"), std::string::npos) << bad.trouble();
}

EACH_BACKEND(Fem);

std::unique_ptr<FemWorld> beam_after(ElementKind kind, const std::vector<Exec*>& execs, int steps) {
  Placed<FemModel> model = beam(kind, true);
  model.colliders = {Collider{.center_m = {0.0f, -0.2f, 0.0f}}};
  auto simulation = std::make_unique<FemWorld>(*execs[0], model, FemSettings{});
  simulation->grab(30);
  simulation->drag_to({0.3f, 0.2f, 0.1f});
  for (Exec* exec : execs) {
    simulation->switch_to(*exec);
    run_singly(*simulation, steps);
  }
  return simulation;
}

TEST(FemSolvers, TbbGivesTheBitsOfSerial) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(beam_after(linear, {&serial}, 30)->state_hash(),
            beam_after(linear, {&tbb}, 30)->state_hash());
  EXPECT_EQ(beam_after(quadratic, {&serial}, 15)->state_hash(),
            beam_after(quadratic, {&tbb}, 15)->state_hash());
}

TEST(FemSolvers, SwitchingKeepsTheState) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(beam_after(linear, {&serial, &tbb, &serial}, 10)->state_hash(),
            beam_after(linear, {&serial}, 30)->state_hash());
}

TEST(FemSolvers, AgreeWithSerialOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  const std::vector<glm::vec3> expected = beam_after(linear, {&serial}, 30)->positions_m();
  const std::vector<glm::vec3> other =
      beam_after(linear, {&serial, &cuda, &serial}, 10)->positions_m();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(glm::distance(expected[i], other[i]), 1e-3f);
}

}  // namespace
}  // namespace limber
