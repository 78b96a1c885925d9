// Worlds of several systems: they are stepped, moved between backends, reset and hashed as one.

#include "sim/world.h"

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

/// A cloth, a box of finite elements, a pile and a plant over rotating ground.
GroupModel one_of_each(const PilesSettings& pile_settings = {}) {
  PbdModel cloth;
  add_cloth(cloth,
            {.mesh = grid_mesh(12, 12, glm::vec2(1.0f), {0.0f, 2.0f, 0.0f}, {1, 0, 0}, {0, 0, 1}),
             .bending = Bending::across,
             .pinned = {0, 11}});
  FemModel fem;
  Solid box;
  box.mesh = box_mesh({-0.2f, -0.1f, -0.1f}, {0.2f, 0.1f, 0.1f}, {4, 2, 2});
  add_solid(fem, box, {.young_modulus_Pa = 2e4f, .poisson_ratio = 0.3f}, {.at_m = {2, 0.2f, 0}});
  const PilesModel pile = small_pile(2, {-2.0f, 0.3f, 0.0f}, 0.5f);
  PbdSettings breeze;
  breeze.wind_m_s = {3.0f, 0.0f, 1.0f};
  const auto plant = std::make_shared<PlantsModel>(single_beam(small_trunk));
  PlantsSettings wind;
  wind.wind_m_s = 4.0f;
  return {
      "",
      {.colliders = {Collider{.turn_rad_s = 1.0f}}},
      {{"cloth", [=](Exec& exec) { return std::make_unique<PbdSystem>(exec, cloth, breeze); }},
       {"fem", [=](Exec& exec) { return std::make_unique<FemSystem>(exec, fem, FemSettings{}); }},
       {"pile",
        [=](Exec& exec) { return std::make_unique<PilesSystem>(exec, pile, 1, pile_settings); }},
       {"plant",
        [=](Exec& exec) { return std::make_unique<PlantsSystem>(exec, plant, false, wind); }}}};
}

class MixedWorld : public EachBackend {};

TEST_P(MixedWorld, StepsAllItsSystemsInOneFrame) {
  World world(exec(), {one_of_each()});
  EXPECT_NEAR(world.dt_s(), 1.0 / 480.0, 1e-9);
  const std::vector<glm::vec3> before = world.positions_m();
  EXPECT_EQ(world.counts().particles, static_cast<int>(before.size()));
  EXPECT_EQ(world.counts()["bodies"], 8);
  EXPECT_GT(world.counts()["elements"], 0);
  Buffer<PublishedVertex> out(exec(), world.draw_list().vertex_count);
  for (int i = 0; i < 30; ++i) world.advance({.steps = 8, .publish = out.view()});
  EXPECT_NEAR(world.time_s(), 0.5, 1e-6);
  EXPECT_TRUE(world.finite_now());
  const std::vector<glm::vec3> after = world.positions_m();
  int moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] != after[i];
  EXPECT_GE(moved, static_cast<int>(before.size()) - 2) << "all but the two that are pinned";
  for (const PublishedVertex& v : out.download(exec())) EXPECT_LT(glm::length(v.position_m), 10.0f);
}

/// A system in a mixed world behaves as alone with steps of that length. In a window, frames have
/// as many steps as there is time for.
TEST_P(MixedWorld, ComesToTheSameInFramesOfAnyNumberOfSteps) {
  World one(exec(), {one_of_each()}), other(exec(), {one_of_each()});
  for (int i = 0; i < 30; ++i) one.advance({.steps = 7});
  for (int i = 0; i < 42; ++i) other.advance({.steps = 5});
  EXPECT_EQ(one.state_hash(), other.state_hash());
}

TEST_P(MixedWorld, LeavesEachSystemItsOwnPhysics) {
  GroupModel mixed = one_of_each();
  for (const std::size_t kept : {0, 1, 2, 3}) {
    GroupModel single = mixed;
    single.systems = {mixed.systems[kept]};
    World all(exec(), {mixed}), alone(exec(), {single});
    // The pile's step of 1/2000 s does not divide 1/480 s; 1/2400 s does.
    const double alone_dt_s = kept == 2 ? 1.0 / 2400.0 : 1.0 / 480.0;
    parameter_named(alone.parameters(), "dt_s").set(std::to_string(alone_dt_s));
    alone.parameters_changed();
    for (int i = 0; i < 24; ++i) all.advance({.steps = 2});
    for (int i = 0; i < 24; ++i) alone.advance({.steps = kept == 2 ? 10 : 2});
    const std::vector<glm::vec3> together = all.positions_m(), expected = alone.positions_m();
    std::size_t first = 0;
    for (std::size_t before = 0; before < kept; ++before) {
      single.systems = {mixed.systems[before]};
      first += World(exec(), {single}).positions_m().size();
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_LT(glm::distance(together[first + i], expected[i]), 2e-4f)
          << mixed.systems[kept].name << " " << i;
  }
}

TEST_P(MixedWorld, StartsAgainAsItBegan) {
  PilesSettings positions;
  positions.contacts = "positions";
  positions.dt_s = 0.002f;
  for (const PilesSettings& settings : {PilesSettings{}, positions}) {
    World world(exec(), {one_of_each(settings)});
    const std::uint64_t start = world.state_hash();
    for (int i = 0; i < 20; ++i) world.advance({.steps = 8});
    const std::uint64_t later = world.state_hash();
    EXPECT_NE(later, start);
    world.grab(3);
    world.drag_to({0.0f, 5.0f, 0.0f});
    world.advance({.steps = 8});
    world.reset();
    EXPECT_EQ(world.state_hash(), start);
    EXPECT_EQ(world.time_s(), 0.0);
    EXPECT_EQ(world.grabbed_vertex(), -1);
    for (int i = 0; i < 20; ++i) world.advance({.steps = 8});
    EXPECT_EQ(world.state_hash(), later) << "all that a step reads is back, what is derived too";
  }
}

TEST_P(MixedWorld, GoesOnWhereItWasOnAnotherBackend) {
  Exec serial(Backend::serial);
  World there_and_back(exec(), {one_of_each()}), stays(serial, {one_of_each()});
  for (int i = 0; i < 6; ++i) {
    there_and_back.switch_to(i % 2 == 0 ? serial : exec());
    there_and_back.advance({.steps = 12});
    stays.advance({.steps = 12});
  }
  if (!on_cuda()) {
    EXPECT_EQ(there_and_back.state_hash(), stays.state_hash());
  }
  const std::vector<glm::vec3> a = there_and_back.positions_m(), b = stays.positions_m();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 1e-3f);
}

TEST_P(MixedWorld, HasOneGrabForAllSystems) {
  World world(exec(), {one_of_each()});
  const DrawList& list = world.draw_list();
  // The first vertex of the cloth, and the body that is drawn first.
  const int body = list.instances.front().first_vertex;
  world.grab(7);
  EXPECT_EQ(world.grabbed_vertex(), 7);
  world.grab_at(body, {-2.0f, 0.3f, 0.0f});
  EXPECT_GE(world.grabbed_vertex(), body) << "the cloth has been let go";
  world.drag_to({-2.0f, 1.5f, 0.0f});
  for (int i = 0; i < 60; ++i) world.advance({.steps = 8});
  Buffer<PublishedVertex> out(exec(), list.vertex_count);
  world.advance({.steps = 0, .publish = out.view()});
  EXPECT_NEAR(out.download(exec())[world.grabbed_vertex()].position_m.y, 1.5f, 0.1f);
  world.release(true);
  EXPECT_EQ(world.grabbed_vertex(), -1);
  ASSERT_EQ(world.pinned_vertices().size(), 1u);
}

TEST_P(MixedWorld, CallsSettingsBySystem) {
  World world(exec(), {one_of_each()});
  std::vector<Parameter>& parameters = world.parameters();
  EXPECT_EQ(parameter_named(parameters, "cloth.iterations").key, "cloth.iterations");
  EXPECT_EQ(parameter_named(parameters, "cg_iterations").key, "fem.cg_iterations")
      << "short where only one system has it";
  EXPECT_EQ(parameter_named(parameters, "dt_s").key, "dt_s") << "that of the world";
  try {
    parameter_named(parameters, "friction");
    ADD_FAILURE() << "three systems have one";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("cloth.friction"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("pile.friction"), std::string::npos) << error.what();
  }
}

/// All systems share one gravity.
TEST_P(MixedWorld, SharesGravity) {
  World world(exec(), {one_of_each()});
  parameter_named(world.parameters(), "gravity_m_s2").set("0");
  world.parameters_changed();
  const glm::vec3 before = world.system<PilesSystem>().positions_m().front();
  for (int i = 0; i < 20; ++i) world.advance({.steps = 8});
  EXPECT_LT(glm::distance(world.system<PilesSystem>().positions_m().front(), before), 1e-3f);
}

EACH_BACKEND(MixedWorld);

/// Serial and TBB give the same bits, with every system in one frame.
TEST(MixedWorldOnTbb, IsThatOfOneCoreToTheBit) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  World a(serial, {one_of_each()}), b(tbb, {one_of_each()});
  for (int i = 0; i < 30; ++i) {
    a.advance({.steps = 8});
    b.advance({.steps = 8});
  }
  EXPECT_EQ(a.state_hash(), b.state_hash());
}

/// Side-by-side groups have their own colliders, instances and spheres.
TEST(SideBySide, HoldsForPilesWithTheirColliders) {
  Exec serial(Backend::serial);
  Placed<PilesModel> model = plate_on_turntable();
  StaticMesh square;
  square.positions_m = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  square.triangles = {{0, 1, 2}};
  model.drawn = {{0, square}};
  Placed<PilesModel> right = model;
  right.bodies[0].pose.position_m.x += 10.0f;
  right.colliders[0].center_m.x += 10.0f;
  const auto group = [](const Placed<PilesModel>& m, const char* contacts) {
    PilesSettings settings = at_frames();
    settings.contacts = contacts;
    settings.dt_s = 0.0005f;
    return group_of(
        m, [=](Exec& exec) { return std::make_unique<PilesSystem>(exec, m, 1, settings); },
        contacts);
  };
  World both(serial, {group(model, "springs"), group(right, "positions")}, "contacts");
  const DrawList& list = both.draw_list();
  ASSERT_EQ(list.instances.size(), 2u);
  ASSERT_EQ(list.spheres.size(), 2u);
  ASSERT_EQ(list.moving_scenery.size(), 2u);
  PilesSettings positions = at_frames();
  positions.dt_s = 0.0005f;
  PilesWorld alone(serial, right, positions);
  Buffer<PublishedVertex> out(serial, list.vertex_count);
  Buffer<PublishedVertex> expected(serial, alone.draw_list().vertex_count);
  both.advance({.steps = 200, .publish = out.view()});
  alone.advance({.steps = 200, .publish = expected.view()});
  const int half = list.vertex_count / 2;
  const auto a = out.download(serial), b = expected.download(serial);
  for (int i = 0; i < half; ++i) EXPECT_EQ(a[half + i].position_m, b[i].position_m) << i;
  EXPECT_EQ(list.instances[1].first_vertex, half);
  EXPECT_EQ(list.moving_scenery[1].first_vertex, list.vertex_count - 1);
  // The grab is at the point that was hit.
  both.grab_at(half, {10.3f, 0.05f, 0.05f});
  both.advance({.steps = 0, .publish = out.view()});
  EXPECT_NEAR(out.download(serial)[both.grabbed_vertex()].position_m.z, 0.05f, 1e-4f);
}

}  // namespace
}  // namespace limber
