// Position-based contacts of rigid bodies, with steps of 1/60 s on every backend: the same
// properties as springs, and stacks that springs cannot carry at such steps.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class PilesPositions : public EachBackend {};

void expect_rest_on_ground(PilesWorld& simulation, Exec& exec, double speed_m_s) {
  ASSERT_TRUE(simulation.finite_now());
  EXPECT_LT(residual(simulation, exec, "speed"), speed_m_s);
  EXPECT_LT(residual(simulation, exec, "overlap"), 0.05);
  for (const glm::vec3& x : simulation.positions_m())
    ASSERT_GT(x.y, 0.45f * ball_diameter_m) << "below the ground";
}

TEST_P(PilesPositions, TwoBallsPartWithTheirRestitution) {
  for (const float restitution : {0.0f, 0.5f, 1.0f}) {
    Placed<PilesModel> model = small_kinds();
    model.bodies = {ball_at({-0.08f, 0, 0}, {1, 0, 0}), ball_at({0.08f, 0, 0}, {-1, 0, 0})};
    PilesSettings settings = at_frames(weightless());
    settings.restitution = restitution;
    PilesWorld simulation(exec(), model, settings);
    run(simulation, 30);
    EXPECT_NEAR(velocity_m_s(simulation, model, 0).x, -restitution, 0.005f);
    EXPECT_NEAR(velocity_m_s(simulation, model, 1).x, restitution, 0.005f);
    EXPECT_GT(simulation.poses()[1].position_m.x - simulation.poses()[0].position_m.x,
              0.995f * ball_diameter_m);
  }
}

TEST_P(PilesPositions, MomentaAreKept) {
  PilesWorld simulation(exec(), thrown_together(), at_frames(weightless()));
  const Momenta before = total_of(simulation);
  double most = 0.0;
  for (int i = 0; i < 10; ++i) {
    run(simulation, 3);
    most = std::max(most, residual(simulation, exec(), "overlap"));
  }
  const Momenta after = total_of(simulation);
  EXPECT_GT(most, 1e-4) << "nothing has met";
  EXPECT_LT(glm::distance(before.linear, after.linear), 1e-5 * 64.0);
  EXPECT_LT(glm::distance(before.angular, after.angular), 1e-5 * 64.0);
}

TEST_P(PilesPositions, ABlockSlidesAsCoulombSaysOrStays) {
  for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 1.1f, 1.5f})) {
    PilesSettings settings = at_frames();
    settings.damping_per_s = 0.0f;
    settings.friction = slope.friction();
    expect_plate_slides(exec(), slope, settings);
  }
}

/// A solid ball gains 5/7 g sin(angle), whatever the friction that makes it turn.
TEST_P(PilesPositions, ABallRollsDownASlope) {
  constexpr Slope slope{.angle_deg = 17.0f};
  Placed<PilesModel> model = plate_on(slope);
  model.bodies[0] = ball_at(model.bodies[0].pose.position_m);
  PilesSettings settings = at_frames();
  settings.damping_per_s = settings.rolling = 0.0f;
  PilesWorld simulation(exec(), model, settings);
  run(simulation, 60);
  const float expected_m_s = 5.0f / 7.0f * static_cast<float>(slope.free_m_s2());
  const glm::vec3 v = velocity_m_s(simulation, model, 0);
  EXPECT_NEAR(glm::length(v), expected_m_s, 0.02f * expected_m_s);
  const BodyMomentum momentum = simulation.momenta()[0];
  const SphereBody& ball = model.kinds[0].body;
  EXPECT_NEAR(glm::length(momentum.angular_kg_m2_s) / ball.inertia_kg_m2.x * 0.05f, glm::length(v),
              0.02f * expected_m_s);
  settings.rolling = 0.05f;
  PilesWorld braked(exec(), model, settings);
  run(braked, 60);
  const float less_m_s = expected_m_s - 5.0f / 7.0f * 9.81f * 0.05f * slope.up().y;
  EXPECT_NEAR(glm::length(velocity_m_s(braked, model, 0)), less_m_s, 0.02f * less_m_s);
}

/// Stacked plates, each slightly offset from the one below.
Placed<PilesModel> tower(int plates) {
  Placed<PilesModel> model = small_kinds();
  model.colliders = {Collider{}};
  for (int i = 0; i < plates; ++i) {
    PileBody plate{.kind = 2};
    plate.pose.position_m = {i % 2 == 0 ? 0.004f : -0.004f, (0.5f + i) * ball_diameter_m, 0.0f};
    model.bodies.push_back(plate);
  }
  return model;
}

float max_displacement_m(PilesWorld& simulation, const Placed<PilesModel>& model) {
  float farthest = 0.0f;
  const auto poses = simulation.poses();
  for (std::size_t b = 0; b < poses.size(); ++b)
    farthest =
        std::max(farthest, glm::distance(poses[b].position_m, model.bodies[b].pose.position_m));
  return farthest;
}

TEST_P(PilesPositions, ATowerStands) {
  const Placed<PilesModel> model = tower(10);
  PilesWorld simulation(exec(), model, at_frames());
  run(simulation, 240);
  EXPECT_LT(max_displacement_m(simulation, model), 0.1f * ball_diameter_m);
  EXPECT_LT(residual(simulation, exec(), "speed"), 0.02);
  EXPECT_LT(residual(simulation, exec(), "overlap"), 0.01);
}

/// Springs limited in stiffness by the step sink in or shake the tower down.
TEST_P(PilesPositions, ATowerOfSpringsDoesNotStandAtSuchSteps) {
  const Placed<PilesModel> model = tower(10);
  PilesSettings settings;
  settings.dt_s = 0.0166667f / 8.0f;
  PilesWorld simulation(exec(), model, settings);
  run(simulation, 240 * 8);
  EXPECT_GT(max_displacement_m(simulation, model), 0.5f * ball_diameter_m);
}

TEST_P(PilesPositions, ComesToRestInABox) {
  for (const int substeps : {4, 10}) {
    PilesSettings settings = at_frames();
    settings.substeps = substeps;
    PilesWorld simulation(exec(), boxed_pile(5, 0.28f), settings);
    run(simulation, 300);
    expect_rest_on_ground(simulation, exec(), 0.01);
    for (const glm::vec3& x : simulation.positions_m())
      ASSERT_LT(std::max(std::abs(x.x), std::abs(x.z)), 0.7f - 0.45f * ball_diameter_m);
  }
}

/// Forty balls at one position: more contacts than a sphere can cache.
TEST_P(PilesPositions, WhatIsTooManyToBeRememberedPartsToo) {
  Placed<PilesModel> model = small_kinds();
  for (int i = 0; i < 40; ++i)
    model.bodies.push_back(ball_at(0.01f * glm::vec3(i % 4, i / 4 % 4, 0.25f * (i / 4))));
  PilesWorld simulation(exec(), model, at_frames(weightless()));
  run(simulation, 1);
  EXPECT_GT(residual(simulation, exec(), "overlap"), 0.2);
  run(simulation, 240);
  ASSERT_TRUE(simulation.finite_now());
  const auto poses = simulation.poses();
  for (std::size_t a = 0; a < poses.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      ASSERT_GT(glm::distance(poses[a].position_m, poses[b].position_m), 0.98f * ball_diameter_m);
  const Momenta sum = total_of(simulation);
  EXPECT_LT(glm::length(sum.linear), 1e-4);
  EXPECT_LT(glm::length(sum.angular), 1e-4);
  EXPECT_LT(residual(simulation, exec(), "speed"), 2.0) << "shot out";
}

TEST_P(PilesPositions, FallsFreelyAndKeepsItsSpin) {
  Placed<PilesModel> model = small_kinds();
  PileBody body{.kind = 3};
  body.spin_rad_s = {1.0f, 9.0f, 4.0f};
  model.bodies = {body};
  PilesSettings settings = at_frames();
  settings.damping_per_s = 0.0f;
  settings.substeps = 8;
  PilesWorld simulation(exec(), model, settings);
  const glm::vec3 before = simulation.momenta()[0].angular_kg_m2_s;
  run(simulation, 30);
  const float h = 0.0166667f / 8.0f;
  EXPECT_NEAR(simulation.poses()[0].position_m.y, -9.81f * h * h * 240 * 241 / 2, 1e-4f);
  EXPECT_EQ(simulation.momenta()[0].angular_kg_m2_s, before);
}

/// A body on rotating ground is carried along.
TEST_P(PilesPositions, ATurningSurfaceCarries) {
  const Placed<PilesModel> model = plate_on_turntable();
  PilesWorld simulation(exec(), model, at_frames());
  run(simulation, 120);
  const glm::vec3 wanted = glm::cross(glm::vec3(0, 2, 0), simulation.poses()[0].position_m);
  EXPECT_LT(glm::distance(velocity_m_s(simulation, model, 0), wanted), 0.03f * glm::length(wanted));
}

TEST_P(PilesPositions, TheGrabPullsAndAPinCarries) {
  Placed<PilesModel> model = small_kinds();
  model.bodies = {ball_at({0, 1, 0}), ball_at({0, 1.15f, 0})};
  PilesWorld simulation(exec(), model, at_frames());
  simulation.grab(0);
  simulation.drag_to({0.0f, 1.3f, 0.0f});
  run(simulation, 120);
  const float held_m = simulation.poses()[0].position_m.y;
  EXPECT_NEAR(held_m, 1.3f, 1e-3f);
  simulation.release(true);
  run(simulation, 60);
  EXPECT_NEAR(simulation.poses()[0].position_m.y, held_m, 1e-3f);
  simulation.reset();
  simulation.grab(0);
  simulation.release(true);
  run(simulation, 120);
  EXPECT_LT(glm::distance(simulation.poses()[0].position_m, {0, 1, 0}), 1e-3f);
  EXPECT_NEAR(simulation.poses()[1].position_m.y, 1.1f, 0.01f * ball_diameter_m);
}

/// Published contact forces: a plate presses on the ground with its weight.
TEST_P(PilesPositions, ShowsWhatPresses) {
  Placed<PilesModel> model = tower(2);
  PilesWorld simulation(exec(), model, at_frames());
  run(simulation, 120);
  Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
  simulation.advance({.steps = 0, .publish = out.view(), .field = 1});
  const auto vertices = out.download(exec());
  const float weight_N = 9.81f * 4.0f;
  EXPECT_NEAR(vertices[0].scalar, 3.0f * weight_N, 0.03f * weight_N) << "two below, one above";
  EXPECT_NEAR(vertices[1].scalar, weight_N, 0.03f * weight_N);
  EXPECT_NEAR(vertices[2].scalar, 0.75f * weight_N, 0.1f * weight_N) << "one sphere of four";
  simulation.advance({.steps = 0, .publish = out.view(), .field = 0});
  EXPECT_LT(out.download(exec())[2].scalar, 0.001f) << "m/s";
}

void choose(PilesWorld& simulation, const char* contacts, const char* dt_s) {
  parameter_named(simulation.parameters(), "contacts").set(contacts);
  parameter_named(simulation.parameters(), "dt_s").set(dt_s);
  simulation.parameters_changed();
}

TEST_P(PilesPositions, ChoosingContactsKeepsTheState) {
  PilesWorld simulation(exec(), boxed_pile(4, 0.28f), PilesSettings{});
  run(simulation, 2000);
  const auto before = simulation.positions_m();
  choose(simulation, "positions", "0.0166667");
  EXPECT_EQ(simulation.positions_m(), before);
  EXPECT_EQ(simulation.trouble(), "") << "of springs";
  EXPECT_EQ(simulation.iterations_now().at(0).count, 24);
  run(simulation, 240);
  expect_rest_on_ground(simulation, exec(), 0.01);
  choose(simulation, "springs", "0.0005");
  EXPECT_TRUE(simulation.iterations_now().empty());
  run(simulation, 2000);
  expect_rest_on_ground(simulation, exec(), 0.01);
}

/// The forces in a tower are the same with shorter steps.
TEST_P(PilesPositions, StepsMayChangeTheirLength) {
  const Placed<PilesModel> model = tower(6);
  PilesWorld simulation(exec(), model, at_frames());
  run(simulation, 180);
  const auto before = simulation.positions_m();
  for (const char* dt_s : {"0.002", "0.0005", "0.0166667"}) {
    choose(simulation, "positions", dt_s);
    run(simulation, 1);
    EXPECT_LT(residual(simulation, exec(), "speed"), 0.002) << dt_s;
    run(simulation, 20);
    const auto now = simulation.positions_m();
    for (std::size_t i = 0; i < now.size(); ++i)
      ASSERT_LT(glm::distance(now[i], before[i]), 0.01f * ball_diameter_m) << dt_s;
  }
}

EACH_BACKEND(PilesPositions);

TEST(PilesPositionsSettings, CutsStepsIntoPartsThatAreShortEnough) {
  PilesSettings settings;
  EXPECT_EQ(substeps_of(settings), 1) << "of half a millisecond";
  settings.dt_s = 0.0166667f;
  EXPECT_EQ(substeps_of(settings), 8);
  settings.substeps = 9;
  EXPECT_EQ(substeps_of(settings), 9);
}

}  // namespace
}  // namespace limber
