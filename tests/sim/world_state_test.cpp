// A saved and restored state continues bitwise as before.

#include "sim/world_state.h"

#include "kernels/error.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "tests/sim/small_fluid.h"
#include "tests/sim/small_joints.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

struct Kind {
  const char* name;
  MakeWorld make;
};

std::vector<Collider> ground_and_drum() {
  Collider ball;
  ball.shape = ColliderShape::sphere;
  ball.center_m = {0.1f, 1.6f, 0.2f};
  ball.radius_m = 0.25f;
  ball.turn_rad_s = 2.0f;
  return {Collider{}, ball};
}

PbdModel level_sheet(int side) {
  PbdModel model;
  add_cloth(model, {.mesh = grid_mesh(side, side, glm::vec2(1.0f), {0.0f, 2.0f, 0.0f}, {1, 0, 0},
                                      {0, 0, 1}),
                    .bending = Bending::dihedral,
                    .pinned = {0, side - 1}});
  return model;
}

FemModel floating_block() {
  Solid box;
  box.mesh = box_mesh(glm::vec3(-0.1f), glm::vec3(0.1f), glm::ivec3(3));
  FemModel model;
  add_solid(model, box, {.young_modulus_Pa = 1e5f, .poisson_ratio = 0.3f}, {.at_m = {0, 0.3f, 0}});
  return model;
}

std::unique_ptr<World> cloth(Exec& exec, const char* method) {
  Placed<PbdModel> model = level_sheet(20);
  model.colliders = ground_and_drum();
  PbdSettings settings;
  settings.method = method;
  settings.iterations = 4;
  settings.contact_distance_m = 0.02f;
  settings.wind_m_s = {2.0f, 0.0f, 1.0f};
  return std::make_unique<PbdWorld>(exec, model, settings);
}

std::unique_ptr<World> solid(Exec& exec, const char* material) {
  Placed<FemModel> model = floating_block();
  model.colliders = {Collider{}};
  FemSettings settings;
  settings.material = material;
  return std::make_unique<FemWorld>(exec, model, settings);
}

std::unique_ptr<World> pile(Exec& exec, const char* contacts) {
  Placed<PilesModel> model = small_pile(3, {0.0f, 0.4f, 0.0f}, 0.5f);
  model.colliders = ground_and_drum();
  PilesSettings settings;
  settings.contacts = contacts;
  if (settings.contacts == "positions") settings.dt_s = 0.002f;
  return std::make_unique<PilesWorld>(exec, model, settings);
}

std::unique_ptr<World> joints(Exec& exec, const char* method) {
  JointsModel model = chain_along_x(4, 0.3f, {0.0, 0.5, 0.0});
  add_box(model, {0.8, 0.12, 0.1}, glm::vec3(0.2f));
  JointsSettings settings;
  settings.method = method;
  settings.cg_iterations = 1;  // too few: joints open, and the grab has to be softer
  settings.contact_distance_m = 0.01f;
  return std::make_unique<JointsWorld>(exec, model, settings, std::vector{Collider{}});
}

/// Two boxes that are dragged, and some at rest next to each other.
std::unique_ptr<World> standing(Exec& exec) {
  JointsModel model;
  for (const double x_m : {1.0, 2.0, 0.0, 0.04, 0.08, 0.12})
    add_box(model, {x_m, 0.1, 0.0}, {0.03f, 0.2f, 0.1f});
  JointsSettings settings;
  settings.dt_s = 0.0041667f;
  settings.contact_distance_m = 0.01f;
  settings.contact_iterations = 1;
  settings.rigid_iterations = 8;
  return std::make_unique<JointsWorld>(exec, model, settings, std::vector{Collider{}});
}

std::unique_ptr<World> plant(Exec& exec) {
  PlantsSettings wind;
  wind.wind_m_s = 4.0f;
  return std::make_unique<PlantsWorld>(
      exec, std::make_shared<PlantsModel>(single_beam(small_trunk)), wind);
}

std::unique_ptr<World> fluid(Exec& exec, float cfl) {
  Placed<FluidModel> model = pool({8, 4, 8}, 0.05f);
  model.max_specks = 200;
  model.sources = {
      {.center_m = {0.0f, 0.6f, 0.0f}, .radius_m = 0.1f, .speed_m_s = 2.0f, .max_particles = 400}};
  FluidSettings settings;
  settings.cfl = cfl;
  return std::make_unique<FluidWorld>(exec, model, settings);
}

/// Bodies of four kinds in contact.
std::unique_ptr<World> mixed_world(Exec& exec) {
  JointsModel rigid;
  add_box(rigid, {0.05, 0.6, 0.0}, glm::vec3(0.1f));
  GroupModel group{"", {.colliders = {Collider{}}}, {}};
  const auto add = [&](const char* name, auto make) { group.systems.push_back({name, make}); };
  PbdSettings of_cloth;
  of_cloth.contact_distance_m = 0.01f;
  add("cloth", [of_cloth, model = level_sheet(8)](Exec& on) {
    return std::make_unique<PbdSystem>(on, model, of_cloth);
  });
  FemSettings of_block;
  of_block.contact_distance_m = 0.01f;
  add("fem", [of_block, model = floating_block()](Exec& on) {
    return std::make_unique<FemSystem>(on, model, of_block);
  });
  JointsSettings of_box;
  of_box.contact_distance_m = 0.01f;
  add("rigid",
      [of_box, rigid](Exec& on) { return std::make_unique<JointsSystem>(on, rigid, of_box); });
  PilesSettings of_pile;
  of_pile.contacts = "positions";
  add("pile", [of_pile, model = small_pile(1, {0.0f, 0.9f, 0.0f}, 0.5f)](Exec& on) {
    return std::make_unique<PilesSystem>(on, model, 1, of_pile);
  });
  return std::make_unique<World>(exec, std::vector{group});
}

const Kind kinds[] = {
    {"gauss_seidel", [](Exec& exec) { return cloth(exec, "gauss_seidel"); }},
    {"xpbd", [](Exec& exec) { return cloth(exec, "xpbd"); }},
    {"linear", [](Exec& exec) { return solid(exec, "linear"); }},
    {"neo_hookean", [](Exec& exec) { return solid(exec, "neo_hookean"); }},
    {"springs", [](Exec& exec) { return pile(exec, "springs"); }},
    {"positions", [](Exec& exec) { return pile(exec, "positions"); }},
    {"cg", [](Exec& exec) { return joints(exec, "cg"); }},
    {"descent", [](Exec& exec) { return joints(exec, "descent"); }},
    {"standing", [](Exec& exec) { return standing(exec); }},
    {"plant", [](Exec& exec) { return plant(exec); }},
    {"fluid", [](Exec& exec) { return fluid(exec, 0.0f); }},
    {"fluid_at_its_pace", [](Exec& exec) { return fluid(exec, 0.4f); }},
    {"mixed", [](Exec& exec) { return mixed_world(exec); }},
};

void run_frames(World& world, int frames) {
  for (int frame = 0; frame < frames; ++frame) world.advance({.steps = 2 + frame % 3});
}

/// Brings a world into a general state: something is pinned, and something else grabbed.
void get_busy(World& world) {
  run_frames(world, 12);
  world.grab(0);
  world.drag_to({0.3f, 0.8f, 0.1f});
  run_frames(world, 4);
  world.release(true);
  world.grab(static_cast<int>(world.positions_m().size()) / 3);
  world.drag_to({-0.9f, 1.7f, 0.0f});
  run_frames(world, 5);
}

class StateOf : public testing::TestWithParam<Kind> {
 protected:
  Exec serial_{Backend::serial}, tbb_{Backend::tbb, 4};
};

TEST_P(StateOf, GoesOnAsItDid) {
  const auto world = GetParam().make(serial_);
  get_busy(*world);
  const std::uint64_t then = world->state_hash();
  WorldState state;
  world->capture(state);
  run_frames(*world, 15);
  const std::uint64_t later = world->state_hash();
  ASSERT_NE(then, later);
  world->release(false);
  run_frames(*world, 7);  // changes the state
  world->restore(state);
  EXPECT_EQ(world->state_hash(), then);
  EXPECT_EQ(world->time_s(), state.time_s);
  run_frames(*world, 15);
  EXPECT_EQ(world->state_hash(), later);
}

TEST_P(StateOf, GoesOnInAnotherWorldAndOnAnotherBackend) {
  const auto world = GetParam().make(serial_);
  get_busy(*world);
  WorldState state;
  world->capture(state);
  const std::uint64_t then = world->state_hash();
  run_frames(*world, 15);
  const auto fresh = GetParam().make(tbb_);
  fresh->restore(state);
  EXPECT_EQ(fresh->state_hash(), then);
  EXPECT_EQ(fresh->grabbed_vertex(), world->grabbed_vertex());
  EXPECT_EQ(fresh->pinned_vertices(), world->pinned_vertices());
  run_frames(*fresh, 15);
  EXPECT_EQ(fresh->state_hash(), world->state_hash());
}

TEST_P(StateOf, IsTheSameOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec cuda(Backend::cuda);
  const auto world = GetParam().make(cuda);
  get_busy(*world);
  const std::uint64_t then = world->state_hash();
  WorldState state;
  world->capture(state);
  run_frames(*world, 15);
  world->restore(state);
  EXPECT_EQ(world->state_hash(), then);
  world->switch_to(serial_);
  world->restore(state);
  EXPECT_EQ(world->state_hash(), then);
}

INSTANTIATE_TEST_SUITE_P(, StateOf, testing::ValuesIn(kinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

class WorldStateTest : public EachBackend {};

TEST_P(WorldStateTest, LeavesParametersAsTheyAre) {
  const auto world = cloth(exec(), "xpbd");
  run_frames(*world, 6);
  WorldState state;
  world->capture(state);
  // Displacements are rescaled to the shorter step: velocities are kept.
  const auto same = cloth(exec(), "xpbd");
  run_frames(*same, 6);
  parameter_named(same->parameters(), "dt_s").set("0.004");
  same->parameters_changed();
  parameter_named(world->parameters(), "dt_s").set("0.004");
  world->parameters_changed();
  run_frames(*world, 3);
  world->restore(state);
  EXPECT_EQ(parameter_named(world->parameters(), "dt_s").text(), "0.004");
  EXPECT_EQ(world->state_hash(), same->state_hash());
  EXPECT_NE(state.parameters.at("dt_s"), "0.004");
}

TEST_P(WorldStateTest, KnowsWhetherItIsFinite) {
  const auto world = cloth(exec(), "gauss_seidel");
  run_frames(*world, 2);
  WorldState good, bad;
  world->capture(good);
  EXPECT_EQ(world->first_not_finite(), "");
  world->grab(200);
  world->drag_to(glm::vec3(NAN));
  run_frames(*world, 3);
  world->capture(bad);
  EXPECT_FALSE(world->finite_now());
  EXPECT_NE(world->first_not_finite(), "");
  EXPECT_TRUE(good.is_finite());
  EXPECT_FALSE(bad.is_finite());
  world->restore(good);
  EXPECT_TRUE(world->finite_now());
  world->restore(bad);
  EXPECT_FALSE(world->finite_now());
}

TEST_P(WorldStateTest, OfAnotherSceneIsRefusedAndChangesNothing) {
  const auto world = cloth(exec(), "xpbd");
  const auto other = pile(exec(), "springs");
  run_frames(*world, 3);
  const std::uint64_t before = world->state_hash();
  WorldState state;
  other->capture(state);
  EXPECT_THROW(world->restore(state), Error);
  PbdWorld almost(exec(), level_sheet(21), PbdSettings{});
  almost.capture(state);
  EXPECT_THROW(world->restore(state), Error);
  EXPECT_EQ(world->state_hash(), before);
}

EACH_BACKEND(WorldStateTest);

}  // namespace
}  // namespace limber
