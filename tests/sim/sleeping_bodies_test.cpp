// Sleeping bodies: they do not move and cost nothing, and whatever would have moved them wakes
// them, as if they had been awake.

#include <gtest/gtest.h>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/distance_field.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

JointsSettings sleepy(float sleep_after_s = 0.5f) {
  JointsSettings settings;
  settings.dt_s = 1.0f / 240.0f;
  settings.contact_distance_m = 0.008f;
  settings.rigid_iterations = 10;
  settings.contact_iterations = 1;
  settings.sleep_after_s = sleep_after_s;
  return settings;
}

/// A wall of bricks in running bond, on the ground.
JointsModel wall(int bricks, int courses) {
  JointsModel model;
  for (int course = 0; course < courses; ++course)
    for (int i = 0; i < bricks - course % 2; ++i)
      add_box(model, {0.2 * i + 0.1 * (course % 2), 0.05 + 0.1 * course, 0.0}, {0.2f, 0.1f, 0.1f});
  return model;
}

void run_singly_s(World& world, double time_s) {
  run_singly(world, static_cast<int>(time_s / world.dt_s() + 0.5));
}

int asleep(World& world, Exec& exec, const char* name = "asleep") {
  world.request_residuals();
  exec.synchronize();
  return static_cast<int>(world.residuals().at(name));
}

/// The largest displacement from the given poses.
double max_moved_m(JointsWorld& world, const std::vector<RigidPose>& from) {
  const std::vector<RigidPose> now = world.joints().poses();
  double farthest = 0.0;
  for (std::size_t b = 0; b < from.size(); ++b)
    farthest = std::max(farthest, glm::distance(now[b].position_m, from[b].position_m));
  return farthest;
}

class Sleeping : public EachBackend {};

/// Bodies held only by friction creep while awake. Asleep, not a bit of their state changes.
TEST_P(Sleeping, AWallStaysForAMinute) {
  const JointsModel model = wall(6, 8);
  const int bricks = static_cast<int>(model.bodies.size());
  JointsWorld world(exec(), model, sleepy(), {ground});
  const std::vector<RigidPose> start = world.joints().poses();
  run_singly_s(world, 2.0);
  EXPECT_EQ(asleep(world, exec()), bricks);
  const std::vector<RigidPose> then = world.joints().poses();
  run_singly_s(world, on_cuda() ? 8.0 : 58.0);
  std::printf("moved by %g m\n", max_moved_m(world, start));
  EXPECT_LT(max_moved_m(world, start), 0.002);
  EXPECT_EQ(max_moved_m(world, then), 0.0);
  EXPECT_EQ(world.trouble(), "");

  JointsWorld never(exec(), model, sleepy(0.0f), {ground});
  run_singly_s(never, 2.0);
  EXPECT_EQ(asleep(never, exec()), 0);
  EXPECT_GT(max_moved_m(never, start), max_moved_m(world, start));
}

/// A ball hits the wall, asleep or with sleeping disabled.
TEST_P(Sleeping, AWallIsHitAsIfItHadBeenAwake) {
  glm::dvec3 momenta[2];
  double moved_m[2];
  for (const bool sleeps : {false, true}) {
    JointsModel model = wall(6, 8);
    const int ball = add_box(model, {0.6, 0.5, 10.0}, glm::vec3(0.3f));
    model.bodies[ball].velocity_m_s = {0.0, 4.9, -10.0};
    JointsWorld world(exec(), model, sleepy(sleeps ? 0.3f : 0.0f), {ground});
    const std::vector<RigidPose> start = world.joints().poses();
    run_singly_s(world, 0.9);
    EXPECT_EQ(asleep(world, exec()), sleeps ? ball : 0);
    run_singly_s(world, 0.1);
    EXPECT_EQ(asleep(world, exec()), 0);
    momenta[sleeps] = glm::dvec3(0.0);
    for (const RigidMomentum& momentum : world.joints().momenta())
      momenta[sleeps] += momentum.linear_kg_m_s;
    moved_m[sleeps] = max_moved_m(world, std::vector<RigidPose>(start.begin(), start.end() - 1));
  }
  std::printf("momentum %g and %g kg m/s, moved by %g and %g m\n", momenta[0].z, momenta[1].z,
              moved_m[0], moved_m[1]);
  // A last bit in the contacts changes either by about 1%.
  EXPECT_NEAR(momenta[1].z, momenta[0].z, 0.03 * std::abs(momenta[0].z));
  EXPECT_NEAR(moved_m[1], moved_m[0], 0.2 * moved_m[0]);
}

/// Boxes on slowly moving supports: a sinking plate, and a ball without faces that rises from
/// below.
TEST_P(Sleeping, WhatCarriesThemMovesThem) {
  JointsModel model;
  add_box(model, {0.0, 0.6, 0.0}, glm::vec3(0.2f));
  add_box(model, {2.0, 0.1, 0.0}, glm::vec3(0.2f));
  Surroundings around;
  Collider plate{.shape = ColliderShape::box};
  plate.half_size_m = {0.3f, 0.05f, 0.3f};
  plate.center_m = {0.0f, 0.45f, 0.0f};
  Collider ball{.shape = ColliderShape::sphere};
  ball.radius_m = 0.2f;
  ball.center_m = {2.6f, 0.1f, 0.0f};
  around.colliders = {ground, plate, ball};
  const float never_s = 100.0f;
  around.paths = {{.collider = 1,
                   .keys = {{0.0f, {0, 0, 0}},
                            {1.9f, {0, 0, 0}},
                            {2.0f, {0, 0, 0}},
                            {6.0f, {0, -0.02f, 0}},
                            {6.1f, {0, -0.02f, 0}},
                            {never_s, {0, -0.02f, 0}}},
                   .repeats = false},
                  {.collider = 2,
                   .keys = {{0.0f, {0, 0, 0}},
                            {1.9f, {0, 0, 0}},
                            {2.0f, {0, 0, 0}},
                            {6.0f, {-0.6f, 0, 0}},
                            {6.1f, {-0.6f, 0, 0}},
                            {never_s, {-0.6f, 0, 0}}},
                   .repeats = false}};
  World world(exec(), {GroupModel{"", around, {{"", [=](Exec& on) {
                                                  return std::make_unique<JointsSystem>(on, model,
                                                                                        sleepy());
                                                }}}}});
  auto& joints = world.system<JointsSystem>();
  run_singly_s(world, 1.9);
  EXPECT_EQ(asleep(world, exec()), 2);
  EXPECT_NEAR(joints.poses()[0].position_m.y, 0.6, 0.002);
  run_singly_s(world, 6.0);
  EXPECT_NEAR(joints.poses()[0].position_m.y, 0.58, 0.002);
  EXPECT_LT(joints.poses()[1].position_m.x, 1.76);
  EXPECT_EQ(asleep(world, exec()), 2) << "and they sleep again";
}

/// Soft bodies wake them, however gently they press; bodies resting on them stay awake.
TEST_P(Sleeping, SoftBodiesWakeThem) {
  JointsModel model;
  add_box(model, {0.0, 0.1, 0.0}, {1.0f, 0.2f, 1.0f});
  PbdModel soft;
  Solid block{.mesh = box_mesh(glm::vec3(-0.1f), glm::vec3(0.1f), glm::ivec3(3))};
  block.density_kg_m3 = 300.0f;
  add_solid(soft, block, {.at_m = {0.0f, 0.8f, 0.0f}});

  JointsSettings rigid = sleepy(0.2f);
  PbdSettings particles;
  particles.dt_s = rigid.dt_s;
  particles.contact_distance_m = rigid.contact_distance_m;
  World world(
      exec(),
      {GroupModel{
          "",
          {.colliders = {ground}},
          {{"rigid", [=](Exec& on) { return std::make_unique<JointsSystem>(on, model, rigid); }},
           {"soft", [=](Exec& on) { return std::make_unique<PbdSystem>(on, soft, particles); }}}}});
  run_singly_s(world, 0.3);
  EXPECT_EQ(asleep(world, exec(), "rigid.asleep"), 1);
  run_singly_s(world, 3.0);
  EXPECT_EQ(asleep(world, exec(), "rigid.asleep"), 0);
  EXPECT_GT(world.positions_m().back().y, 0.2) << "it lies on the box";
}

/// A chain at rest sleeps, with its joints as closed as before; a pull at its end wakes all of it.
/// One that swings, even at 1 mm/s, does not fall asleep.
TEST_P(Sleeping, JointsSleepAndWake) {
  for (const char* method : {"cg", "direct", "descent"}) {
    JointsModel model;
    for (int i = 0; i < 6; ++i) {
      add_box(model, {0.0, 1.9 - 0.2 * i, 0.0}, {0.05f, 0.2f, 0.05f});
      model.joints.push_back(joint_at(model, JointKind::ball, i, i - 1, {0.0, 2.0 - 0.2 * i, 0.0}));
    }
    JointsSettings settings = sleepy();
    settings.contact_distance_m = 0.0f;
    settings.method = method;
    JointsWorld world(exec(), model, settings, {ground});
    run_singly_s(world, 1.0);
    EXPECT_EQ(asleep(world, exec()), 6) << method;
    const std::vector<RigidPose> still = world.joints().poses();
    world.grab_at(5, glm::vec3(0.0f, 0.9f, 0.0f));
    world.drag_to({0.5f, 1.2f, 0.0f});
    run_singly_s(world, 1.0);
    EXPECT_EQ(asleep(world, exec()), 0) << method;
    EXPECT_GT(world.joints().poses()[5].position_m.x, 0.3) << method;
    world.request_residuals();
    exec().synchronize();
    EXPECT_LT(world.residuals().at("joint"), std::string(method) == "descent" ? 2e-3 : 2e-6)
        << method;
    world.release(false);
    run_singly_s(world, 2.0);
    EXPECT_EQ(asleep(world, exec()), 0) << method << ": it swings";
    world.reset();
    run_singly_s(world, 1.0);
    EXPECT_EQ(max_moved_m(world, still), 0.0) << method;
  }
}

/// Changes of settings that affect bodies wake them.
TEST_P(Sleeping, SettingsWakeThem) {
  JointsModel model;
  add_box(model, {0.0, 0.1, 0.0}, glm::vec3(0.2f));
  JointsWorld world(exec(), model, sleepy(), {ground});
  run_singly_s(world, 1.0);
  EXPECT_EQ(asleep(world, exec()), 1);
  set_parameters(world.parameters(), {"gravity_m_s2=0.5"});
  world.parameters_changed();
  run_singly_s(world, 0.1);
  EXPECT_EQ(asleep(world, exec()), 0);
}

EACH_BACKEND(Sleeping);

/// Walls are hit and fall asleep again: the same bits on both backends, with switches in between.
TEST(SleepingSolvers, TbbGivesTheBitsOfSerialAndSwitchingKeepsTheState) {
  JointsModel model = wall(4, 5);
  const int ball = add_box(model, {0.4, 0.4, 6.0}, glm::vec3(0.2f));
  model.bodies[ball].velocity_m_s = {0.0, 4.0, -8.0};
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  JointsWorld one(serial, model, sleepy(0.3f), {ground});
  JointsWorld other(tbb, model, sleepy(0.3f), {ground});
  for (int i = 0; i < 4; ++i) {
    run_singly_s(one, 0.5);
    run_singly_s(other, 0.5);
    EXPECT_EQ(one.state_hash(), other.state_hash()) << i;
    other.switch_to(i % 2 == 0 ? serial : tbb);
  }
}

}  // namespace
}  // namespace limber
