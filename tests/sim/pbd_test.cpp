// Physics of position based dynamics, on every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

class Pbd : public EachBackend {};

/// Verlet from rest: after n steps the fall is g dt^2 n (n + 1) / 2, for every particle alike.
TEST_P(Pbd, FreeFlightIsExact) {
  PbdSettings settings = free_settings();
  settings.gravity_m_s2 = 9.81f;
  PbdWorld simulation(exec(), small_cloth(12), settings);
  const std::vector<glm::vec3> start = simulation.positions_m();
  run_singly(simulation, 40);
  const std::vector<glm::vec3> end = simulation.positions_m();
  const double fall_m = 9.81 * 0.01 * 0.01 * 40 * 41 / 2;
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_NEAR(start[i].y - end[i].y, fall_m, 1e-4);  // 32-bit positions at 2 m, 40 times
    EXPECT_NEAR(start[i].x, end[i].x, 2e-5);
  }
}

/// A stretched cloth is released: its constraints do not move its centre of mass.
TEST_P(Pbd, KeepsMomentumWithoutForces) {
  for (const char* method : {"gauss_seidel", "jacobi", "xpbd"}) {
    Placed<PbdModel> model = small_cloth(12);
    for (Particle& p : model.particles) {
      p.position_m.x *= 1.2f;
      p.inverse_mass_per_kg = 100.0f;  // equal masses: the plain mean is the centre
    }
    PbdSettings settings = free_settings();
    settings.method = method;
    PbdWorld simulation(exec(), model, settings);
    const glm::dvec3 before = middle_m(simulation.positions_m());
    run_singly(simulation, 30);
    const std::vector<glm::vec3> after = simulation.positions_m();
    const double moved = glm::distance(before, middle_m(after));
    // Averaging keeps the momentum of a mesh only as far as its particles have equal valence.
    EXPECT_LT(moved, std::string(method) == "jacobi" ? 2e-3 : 5e-5) << method;
    EXPECT_GT(glm::distance(after[0], model.particles[0].position_m), 0.01f) << "nothing moved";
  }
}

TEST_P(Pbd, RestShapeStaysAtRest) {
  for (const auto bending : {Bending::across, Bending::dihedral}) {
    PbdWorld simulation(exec(), small_cloth(10, bending), free_settings());
    const std::vector<glm::vec3> start = simulation.positions_m();
    run_singly(simulation, 50);
    const std::vector<glm::vec3> end = simulation.positions_m();
    for (std::size_t i = 0; i < start.size(); ++i)
      EXPECT_LT(glm::distance(start[i], end[i]), 1e-5f);
  }
}

TEST_P(Pbd, MoreIterationsLeaveLessStretch) {
  double previous = std::numeric_limits<double>::infinity();
  for (const int iterations : {2, 8, 32}) {
    PbdSettings settings;
    settings.iterations = iterations;
    settings.damping_per_s = 2.0f;
    PbdWorld simulation(exec(), small_cloth(20, Bending::across, {0, 19}), settings);
    run_singly(simulation, 200);
    const double residual = residual_of(simulation, exec(), "stretch");
    EXPECT_LT(residual, 0.6 * previous) << iterations;
    previous = residual;
  }
}

TEST_P(Pbd, GaussSeidelLeavesLessThanJacobiForTheSameIterations) {
  double residual[2];
  for (int k = 0; k < 2; ++k) {
    PbdSettings settings;
    settings.method = k == 0 ? "gauss_seidel" : "jacobi";
    settings.damping_per_s = 2.0f;
    PbdWorld simulation(exec(), small_cloth(20, Bending::across, {0, 19}), settings);
    run_singly(simulation, 200);
    residual[k] = residual_of(simulation, exec(), "stretch");
  }
  EXPECT_LT(residual[0], 0.7 * residual[1]);
}

/// XPBD's stretch under a load does not depend on the number of substeps; PBD's depends on
/// iterations.
TEST_P(Pbd, ComplianceIsIndependentOfTheTimeStep) {
  double length[2];
  for (int k = 0; k < 2; ++k) {
    PbdSettings settings;
    settings.method = "xpbd";
    settings.substeps = k == 0 ? 4 : 16;
    settings.stretch_compliance_m_N = 0.05f;
    settings.air_kg_m3 = 0.0f;
    settings.damping_per_s = 8.0f;
    Placed<PbdModel> model = small_cloth(2, Bending::none, {0, 1});
    PbdWorld simulation(exec(), model, settings);
    run_singly(simulation, 500);
    length[k] = 2.0 - simulation.positions_m()[2].y;
  }
  // 0.2 kg on three edges: longer than a metre by a good part of m g / 2 * 0.05 m/N.
  EXPECT_GT(length[0], 1.015);
  EXPECT_NEAR(length[0], length[1], 0.002);
}

/// A level sheet in still air falls with g m = rho A v^2 / 2.
TEST_P(Pbd, FallsAtTerminalVelocity) {
  PbdSettings settings = free_settings();
  settings.gravity_m_s2 = 9.81f;
  settings.air_kg_m3 = 1.2f;
  PbdWorld simulation(exec(), small_cloth(12), settings);
  run_singly(simulation, 300);
  const double before = middle_m(simulation.positions_m()).y;
  run_singly(simulation, 100);
  const double speed = before - middle_m(simulation.positions_m()).y;  // in one second
  EXPECT_NEAR(speed, std::sqrt(2.0 * 9.81 * 0.2 / 1.2), 0.05);
}

TEST_P(Pbd, WindPushesTheWayItBlows) {
  PbdSettings settings = free_settings();
  settings.air_kg_m3 = 1.2f;
  settings.wind_m_s = {0.0f, 6.0f, 0.0f};
  settings.gustiness = 0.0f;
  PbdWorld simulation(exec(), small_cloth(12), settings);
  run_singly(simulation, 100);
  EXPECT_GT(middle_m(simulation.positions_m()).y, 4.0);
}

TEST_P(Pbd, PinnedParticlesStayWhereTheyAre) {
  PbdWorld simulation(exec(), small_cloth(10, Bending::across, {0, 9}), PbdSettings{});
  const std::vector<glm::vec3> start = simulation.positions_m();
  run_singly(simulation, 100);
  const std::vector<glm::vec3> end = simulation.positions_m();
  EXPECT_EQ(start[0], end[0]);
  EXPECT_EQ(start[9], end[9]);
  EXPECT_GT(glm::distance(start[95], end[95]), 0.3f);
}

TEST_P(Pbd, FrictionHoldsWhatWouldSlide) {
  double slid[2];
  for (int k = 0; k < 2; ++k) {
    Placed<PbdModel> model = small_cloth(10);
    for (Particle& p : model.particles) p.position_m.y = 0.011f;
    model.colliders = {Collider{}};
    PbdSettings settings;
    settings.air_kg_m3 = 0.0f;
    settings.friction = k == 0 ? 0.0f : 1.0f;
    PbdWorld simulation(exec(), model, settings);
    simulation.grab(0);
    simulation.drag_to(model.particles[0].position_m + glm::vec3(-0.3f, 0.0f, 0.0f));
    run_singly(simulation, 20);
    simulation.release(false);
    const double before = middle_m(simulation.positions_m()).x;
    run_singly(simulation, 60);
    slid[k] = std::abs(middle_m(simulation.positions_m()).x - before);
  }
  EXPECT_LT(slid[1], 0.3 * slid[0]);
}

TEST_P(Pbd, NothingEndsInsideASolid) {
  Collider box;
  box.shape = ColliderShape::box;
  box.center_m = {0.0f, 1.0f, 0.0f};
  box.half_size_m = glm::vec3(0.3f);
  Collider sphere;
  sphere.shape = ColliderShape::sphere;
  sphere.center_m = {0.4f, 0.4f, 0.1f};
  sphere.radius_m = 0.4f;
  Placed<PbdModel> model = small_cloth(25);
  model.colliders = {Collider{}, box, sphere};
  PbdSettings settings;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 250);
  for (const glm::vec3& x : simulation.positions_m())
    for (const Collider& solid : model.colliders)
      EXPECT_GT(nearest_surface(solid, x).distance_m, -0.002f);
}

/// A cloth that falls onto a pinned one comes to rest on top of it, or falls through without
/// contacts.
TEST_P(Pbd, ClothLiesOnCloth) {
  float lowest[2];
  for (int k = 0; k < 2; ++k) {
    std::vector<int> all_pinned(30 * 30);
    std::iota(all_pinned.begin(), all_pinned.end(), 0);
    Placed<PbdModel> model = small_cloth(30, Bending::across, all_pinned);
    add_cloth(model, {.mesh = grid_mesh(15, 15, glm::vec2(0.5f), {0.0f, 2.1f, 0.0f}, {1, 0, 0},
                                        {0, 0, 1})});
    PbdSettings settings;
    settings.contact_distance_m = k == 0 ? 0.03f : 0.0f;
    PbdWorld simulation(exec(), model, settings);
    run_singly(simulation, 200);
    lowest[k] = 10.0f;
    const std::vector<glm::vec3> x = simulation.positions_m();
    for (std::size_t i = 900; i < x.size(); ++i) lowest[k] = std::min(lowest[k], x[i].y);
  }
  EXPECT_GT(lowest[0], 2.01f);
  EXPECT_LT(lowest[1], 1.9f);
}

TEST_P(Pbd, WhatTheScenePinsIsNotTornOff) {
  PbdWorld simulation(exec(), small_cloth(20, Bending::across, {0, 1, 2}), PbdSettings{});
  const glm::vec3 pinned = simulation.positions_m()[1];
  for (const int vertex : {1, 22}) {
    simulation.grab(vertex);
    simulation.drag_to(pinned + glm::vec3(0.5f, -0.5f, 0.0f));
    run_singly(simulation, 30);
    simulation.release(true);
    EXPECT_EQ(simulation.positions_m()[1], pinned);
  }
}

TEST_P(Pbd, TheGrabCarriesAClothToWhereItIsDragged) {
  PbdSettings settings;
  settings.collisions = false;
  PbdWorld simulation(exec(), small_cloth(20), settings);
  const int vertex = 210;
  simulation.grab(vertex);
  EXPECT_EQ(simulation.grabbed_vertex(), vertex);
  const glm::vec3 target = simulation.positions_m()[vertex] + glm::vec3(0.5f, 0.4f, -0.2f);
  simulation.drag_to(target);
  run_singly(simulation, 100);
  EXPECT_LT(glm::distance(simulation.positions_m()[vertex], target), 0.01f);
  simulation.release(false);
  EXPECT_EQ(simulation.grabbed_vertex(), -1);
  run_singly(simulation, 100);
  EXPECT_LT(simulation.positions_m()[vertex].y, target.y - 0.5f) << "it does not fall any more";
}

TEST_P(Pbd, APinHoldsUntilItIsGrabbedAgain) {
  PbdSettings settings;
  settings.collisions = false;
  PbdWorld simulation(exec(), small_cloth(20), settings);
  simulation.grab(210);
  run_singly(simulation, 20);
  simulation.release(true);
  EXPECT_EQ(simulation.pinned_vertices(), std::vector<int>{210});
  const glm::vec3 pinned = simulation.positions_m()[210];
  run_singly(simulation, 100);
  EXPECT_LT(glm::distance(simulation.positions_m()[210], pinned), 1e-3f);
  simulation.grab(210);
  simulation.release(false);
  EXPECT_TRUE(simulation.pinned_vertices().empty());
  run_singly(simulation, 50);
  EXPECT_LT(simulation.positions_m()[210].y, pinned.y - 0.2f);
}

TEST_P(Pbd, AWildDragStaysFinite) {
  PbdWorld simulation(exec(), small_cloth(20), PbdSettings{});
  simulation.grab(0);
  for (int i = 0; i < 60; ++i) {
    simulation.drag_to({i % 2 ? 500.0f : -500.0f, 100.0f, 0.0f});
    run_singly(simulation, 1);
  }
  simulation.release(false);
  run_singly(simulation, 30);
  EXPECT_TRUE(simulation.finite_now());
}

TEST_P(Pbd, ResetGoesBackToTheStart) {
  PbdWorld simulation(exec(), small_cloth(10), PbdSettings{});
  const std::uint64_t start = simulation.state_hash();
  simulation.grab(5);
  run_singly(simulation, 11);
  EXPECT_NE(simulation.state_hash(), start);
  simulation.reset();
  EXPECT_EQ(simulation.state_hash(), start);
  EXPECT_EQ(simulation.time_s(), 0.0);
  EXPECT_EQ(simulation.grabbed_vertex(), -1);
}

/// The wind depends on simulated time, also within a frame, and in frames with more steps than a
/// graph holds.
TEST_P(Pbd, FramesOfSeveralStepsAreTheSameSteps) {
  PbdSettings settings;
  settings.wind_m_s = {5.0f, 0.0f, 2.0f};
  settings.gustiness = 1.0f;
  PbdWorld one(exec(), small_cloth(10, Bending::dihedral, {0}), settings);
  PbdWorld many(exec(), small_cloth(10, Bending::dihedral, {0}), settings);
  run_singly(one, 40);
  for (int steps : {3, 1, 2, 20, 4, 10}) many.advance({.steps = steps});
  const std::vector<glm::vec3> a = one.positions_m(), b = many.positions_m();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 1e-3f);
  // Conversely, the wind matters: a late gust would differ by centimetres.
  EXPECT_GT(glm::distance(a[99], small_cloth(10).particles[99].position_m), 0.1f);
}

TEST_P(Pbd, GettingOutOfAnOverlapIsNoVelocity) {
  Placed<PbdModel> model = small_cloth(10);
  for (Particle& p : model.particles) p.position_m.y = -0.08f;  // under the ground, by 9 cm
  model.colliders = {Collider{}};
  PbdSettings settings;
  settings.air_kg_m3 = 0.0f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 10);
  for (const glm::vec3& x : simulation.positions_m()) EXPECT_NEAR(x.y, 0.01f, 0.005f);
}

/// In a narrow hole the walls are near each other, with nothing in between: a particle falling from
/// one side lands on the other. One step moves it from 9 mm above the axis to 18 mm below.
TEST_P(Pbd, AHoleIsNoWall) {
  Collider tube;
  tube.shape = ColliderShape::tube;
  tube.axes = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}};  // axis along x
  tube.radius_m = 0.05f;
  tube.inner_radius_m = 0.03f;
  tube.half_length_m = 1.0f;
  Placed<PbdModel> model;
  model.particles = {{{0.0f, 0.009f, 0.0f}, 1.0f}};
  model.body_of_particle = {0};
  model.colliders = {tube};
  PbdSettings settings = free_settings();
  settings.collisions = true;
  settings.thickness_m = 0.02f;
  settings.gravity_m_s2 = 30.0f;
  settings.dt_s = 0.03f;
  PbdWorld simulation(exec(), model, settings);
  run_singly(simulation, 1);
  EXPECT_NEAR(simulation.positions_m()[0].y, -0.01f, 1e-5f);
}

TEST_P(Pbd, AChangedTimeStepKeepsTheVelocity) {
  PbdSettings settings = free_settings();
  settings.gravity_m_s2 = 9.81f;
  PbdWorld simulation(exec(), small_cloth(6), settings);
  run_singly(simulation, 50);
  const double before = middle_m(simulation.positions_m()).y;
  parameter_named(simulation.parameters(), "gravity_m_s2").set("0");
  parameter_named(simulation.parameters(), "dt_s").set("0.002");
  simulation.parameters_changed();
  run_singly(simulation, 50);  // 0.1 s at about 4.9 m/s
  EXPECT_NEAR(before - middle_m(simulation.positions_m()).y, 0.1 * 9.81 * 0.5, 0.01);
}

TEST_P(Pbd, AStateThatIsNotFiniteIsNoticedAndNotPublished) {
  Placed<PbdModel> model = small_cloth(8);
  PbdWorld simulation(exec(), model, PbdSettings{});
  Buffer<PublishedVertex> shown(exec(), 64);
  simulation.advance({.steps = 1, .publish = shown.view()});
  EXPECT_TRUE(simulation.finite_now());
  simulation.grab(0);
  simulation.drag_to(glm::vec3(std::numeric_limits<float>::quiet_NaN()));
  for (int i = 0; i < 5; ++i) simulation.advance({.steps = 1, .publish = shown.view()});
  EXPECT_FALSE(simulation.finite_now());
  for (const PublishedVertex& v : shown.download(exec())) EXPECT_TRUE(is_finite(v.position_m));
  simulation.reset();
  run_singly(simulation, 3);
  EXPECT_TRUE(simulation.finite_now());
}

TEST_P(Pbd, PublishesPositionsNormalsAndStrain) {
  Placed<PbdModel> model = small_cloth(9);
  for (Particle& p : model.particles) p.position_m *= glm::vec3(1.1f, 1.0f, 1.1f);
  PbdWorld simulation(exec(), model, free_settings());
  Buffer<PublishedVertex> shown(exec(), 81);
  simulation.advance({.steps = 0, .publish = shown.view(), .field = 0});
  const std::vector<PublishedVertex> vertices = shown.download(exec());
  for (int i = 0; i < 81; ++i) {
    EXPECT_EQ(vertices[i].position_m, model.particles[i].position_m);
    EXPECT_NEAR(std::abs(vertices[i].normal.y), 1.0f, 1e-5f);
    EXPECT_NEAR(vertices[i].scalar, 0.1f, 1e-4f);
  }
}

TEST_P(Pbd, BlendsBetweenTheLastTwoStates) {
  for (const char* method : {"gauss_seidel", "xpbd"}) {
    PbdSettings settings = free_settings();
    settings.method = method;
    settings.substeps = 3;
    settings.gravity_m_s2 = 9.81f;
    PbdWorld simulation(exec(), small_cloth(5), settings);
    PbdWorld reference(exec(), small_cloth(5), settings);
    Buffer<PublishedVertex> shown(exec(), 25);
    run_singly(simulation, 9);
    simulation.advance({.steps = 3, .blend = 0.25f, .publish = shown.view()});
    run_singly(reference, 11);
    const float old_y = reference.positions_m()[7].y;
    run_singly(reference, 1);
    const float new_y = reference.positions_m()[7].y;
    EXPECT_NEAR(shown.download(exec())[7].position_m.y, old_y + 0.25f * (new_y - old_y), 1e-6f);
    simulation.advance({.steps = 0, .blend = 0.75f, .publish = shown.view()});
    EXPECT_NEAR(shown.download(exec())[7].position_m.y, old_y + 0.75f * (new_y - old_y), 1e-6f);
  }
}

TEST_P(Pbd, TellsStageAndStepTimes) {
  PbdWorld simulation(exec(), small_cloth(20), PbdSettings{});
  simulation.set_profiling(true);
  for (int i = 0; i < 4; ++i) {
    simulation.advance({.steps = 2});
    exec().synchronize();
  }
  std::vector<std::string> labels;
  for (const StageTime& stage : simulation.stages()) {
    labels.push_back(stage.label);
    EXPECT_GT(stage.ms, 0.0) << stage.label;
  }
  const bool whole = on_cuda();  // small enough for a single cluster
  EXPECT_EQ(labels, whole
                        ? (std::vector<std::string>{"predict", "bodies", "contacts"})
                        : (std::vector<std::string>{"predict", "stretch", "dihedral", "contacts"}));
  int frames = 0;
  while (const auto time = simulation.poll_step_time()) {
    EXPECT_EQ(time->steps, 2);
    EXPECT_GT(time->ms, 0.0);
    ++frames;
  }
  EXPECT_EQ(frames, 4);
  run_singly(simulation, 100);  // without a query, the newest are kept
  exec().synchronize();
  for (frames = 0; simulation.poll_step_time();) ++frames;
  EXPECT_EQ(frames, 64);
}

EACH_BACKEND(Pbd);

}  // namespace
}  // namespace limber
