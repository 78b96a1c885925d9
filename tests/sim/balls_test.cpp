// Balls shot into a world: their flight, the momentum they transfer, and that without shots, or
// after a reset, a world has no trace of them.

#include "sim/joints/balls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "kernels/error.h"
#include "kernels/joints/parked.h"
#include "sim/world_state.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

class Ball : public EachBackend {};

constexpr BallKind small{.radius_m = 0.1f, .density_kg_m3 = 200.0f};

/// A cloth held by its corners, and a ball falling onto it.
PbdWorld hanging(Exec& exec) {
  return {exec, small_cloth(17, Bending::dihedral, {0, 16, 272, 288}), {}};
}
constexpr World::Shot onto_cloth{{0.05f, 2.6f, 0.02f}, {0.0f, -6.0f, 0.5f}, small};

glm::dvec3 place_m(World& world, int ball = 0) {
  return world.system<Balls>().poses()[ball].position_m;
}

double mass_kg(const BallKind& kind) {
  return static_cast<double>(kind.density_kg_m3) * 4.0 / 3.0 * M_PI *
         std::pow(static_cast<double>(kind.radius_m), 3);
}

TEST_P(Ball, FliesWhereGravityTakesIt) {
  PbdWorld world(exec(), small_cloth(3, Bending::dihedral, {0, 2, 6, 8}), {});
  world.shoot({{3.0f, 1.0f, 0.0f}, {2.0f, 4.0f, -1.0f}, small});
  world.advance({.steps = 40});
  const double t = 40.0 * world.dt_s();
  const glm::dvec3 wanted(3.0 + 2.0 * t, 1.0 + 4.0 * t - 0.5 * 9.81 * t * t, -t);
  EXPECT_LT(glm::distance(place_m(world), wanted), 1e-5);
  EXPECT_EQ(place_m(world, 1), parked_pose(1).position_m) << "it is not its turn";
}

/// Candidate pairs of contacts stay valid for several steps; the other ball comes from far away.
TEST_P(Ball, FliesFreelyWhileAnotherDoes) {
  PbdWorld world(exec(), small_cloth(3, Bending::dihedral, {0, 2, 6, 8}), {});
  world.shoot({{3.0f, 1.0f, 0.0f}, {2.0f, 4.0f, -1.0f}, small});
  world.advance({.steps = 3});
  world.shoot({{5.0f, 1.0f, 0.0f}, {-1.0f, 3.0f, 1.0f}, small});
  world.advance({.steps = 10});
  const double t = 10.0 * world.dt_s();
  const glm::dvec3 wanted(5.0 - t, 1.0 + 3.0 * t - 0.5 * 9.81 * t * t, t);
  EXPECT_LT(glm::distance(place_m(world, 1), wanted), 1e-5);
}

TEST_P(Ball, SaysThatItPassesBodiesThatTouchNothing) {
  JointsModel model;
  add_box(model, {0.0, 0.0, 0.0}, glm::vec3(1.0f));
  JointsWorld world(exec(), model, {}, {});
  EXPECT_NE(world.shoot(onto_cloth).find("balls pass through the bodies here"), std::string::npos);
  world.reset();
  parameter_named(world.parameters(), "contact_distance_m").set("0.01");
  world.parameters_changed();
  EXPECT_EQ(world.shoot(onto_cloth), "");
}

TEST_P(Ball, FollowsTheGravityOfItsScene) {
  PbdSettings settings;
  settings.gravity_m_s2 = 0.0f;
  PbdWorld world(exec(), small_cloth(3, Bending::dihedral, {0, 2, 6, 8}), settings);
  world.shoot({{3.0f, 1.0f, 0.0f}, {2.0f, 0.0f, 0.0f}, small});
  world.advance({.steps = 10});
  EXPECT_NEAR(place_m(world).y, 1.0, 1e-9);
  parameter_named(world.parameters(), "gravity_m_s2").set("5");
  world.parameters_changed();
  world.advance({.steps = 10});
  EXPECT_NEAR(place_m(world).y, 1.0 - 0.5 * 5.0 * 0.01, 1e-5);
}

/// A free cloth: the momentum that it gains is what the ball loses.
TEST_P(Ball, HandsItsMomentumToACloth) {
  const Placed<PbdModel> cloth = small_cloth(17);
  PbdSettings settings = free_settings();
  PbdWorld world(exec(), cloth, settings);
  world.shoot({{0.05f, 2.4f, 0.02f}, {0.4f, -4.0f, 0.0f}, small});
  const auto momentum = [&] {
    const auto before = world.positions_m();
    world.advance({.steps = 1});
    const auto after = world.positions_m();
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < cloth.particles.size(); ++i)
      sum += glm::dvec3(after[i] - before[i]) /
             (world.dt_s() * static_cast<double>(cloth.particles[i].inverse_mass_per_kg));
    return sum;
  };
  EXPECT_EQ(momentum(), glm::dvec3(0.0)) << "they have not met yet";
  world.advance({.steps = 25});
  const glm::dvec3 of_cloth = momentum();
  const glm::dvec3 of_ball = world.system<Balls>().momenta()[0].linear_kg_m_s;
  const glm::dvec3 before = mass_kg(small) * glm::dvec3(0.4, -4.0, 0.0);
  EXPECT_LT(of_cloth.y, 0.04 * before.y) << "it is not hit";
  EXPECT_LT(glm::length(of_cloth + of_ball - before), 0.01 * glm::length(before));
}

TEST_P(Ball, DoesNotPassAClothThatWasSetToTouchNothing) {
  PbdWorld world = hanging(exec());
  const std::string told = world.shoot(onto_cloth);
  EXPECT_NE(told.find("contact_distance_m = 0.01"), std::string::npos) << told;
  double lowest_m = 1e9;
  for (int i = 0; i < 60; ++i) {
    world.advance({.steps = 1});
    lowest_m = std::min(lowest_m, place_m(world).y);
  }
  EXPECT_GT(lowest_m, 1.0);
  EXPECT_TRUE(world.finite_now());
  world.reset();
  EXPECT_EQ(parameter_named(world.parameters(), "contact_distance_m").text(), "0");
}

TEST_P(Ball, MeetsAClothWhoseIterationsFollowTheTime) {
  PbdWorld world = hanging(exec());
  const auto budget = [&] { return parameter_named(world.parameters(), "step_budget_ms"); };
  budget().set("2");
  world.parameters_changed();
  const std::string told = world.shoot(onto_cloth);
  EXPECT_NE(told.find("step_budget_ms = 0"), std::string::npos) << told;
  EXPECT_EQ(world.spawn_overrides().size(), 2u);
  world.advance({.steps = 2});
  world.reset();
  EXPECT_EQ(budget().text(), "2");
  EXPECT_TRUE(world.spawn_overrides().empty());
}

TEST_P(Ball, IsGoneAfterAReset) {
  PbdWorld untouched = hanging(exec()), world = hanging(exec());
  const int vertices = world.draw_list().vertex_count;
  world.advance({.steps = 3});
  world.shoot(onto_cloth);
  EXPECT_GT(world.draw_list().vertex_count, vertices);
  world.advance({.steps = 30});
  world.reset();
  EXPECT_FALSE(world.has_balls());
  EXPECT_EQ(world.draw_list().vertex_count, vertices);
  EXPECT_EQ(world.state_hash(), untouched.state_hash());
  world.advance({.steps = 20});
  untouched.advance({.steps = 20});
  EXPECT_EQ(world.state_hash(), untouched.state_hash());
}

/// States from before and after the first shot, restored in this world and in another one.
TEST_P(Ball, ComesAndGoesWithStates) {
  PbdWorld world = hanging(exec());
  world.advance({.steps = 5});
  WorldState before, after;
  world.capture(before);
  world.shoot(onto_cloth);
  world.advance({.steps = 12});
  world.capture(after);
  world.advance({.steps = 10});
  const std::uint64_t later = world.state_hash();

  world.restore(before);
  EXPECT_FALSE(world.has_balls());
  world.shoot(onto_cloth);
  world.advance({.steps = 22});
  EXPECT_EQ(world.state_hash(), later);

  world.restore(before);
  world.restore(after);
  EXPECT_TRUE(world.has_balls());
  world.advance({.steps = 10});
  EXPECT_EQ(world.state_hash(), later);

  PbdWorld other = hanging(exec());
  other.restore(after);
  other.advance({.steps = 10});
  EXPECT_EQ(other.state_hash(), later);
}

TEST_P(Ball, StaysOutOfAStateOfAnotherScene) {
  PbdWorld world = hanging(exec());
  PbdWorld other(exec(), small_cloth(5), {});
  other.shoot(onto_cloth);
  WorldState state;
  other.capture(state);
  const std::uint64_t before = world.state_hash();
  EXPECT_THROW(world.restore(state), Error);
  EXPECT_FALSE(world.has_balls());
  EXPECT_EQ(world.state_hash(), before);
}

TEST_P(Ball, GoesOnOnAnotherBackend) {
  Exec serial(Backend::serial);
  PbdWorld here = hanging(exec()), moved = hanging(serial);
  for (PbdWorld* world : {&here, &moved}) {
    world->shoot(onto_cloth);
    world->advance({.steps = 8});
  }
  moved.switch_to(exec());
  for (PbdWorld* world : {&here, &moved}) {
    world->shoot({{0.3f, 2.6f, 0.0f}, {0.0f, -3.0f, 0.0f}, small});
    world->advance({.steps = 20});
  }
  if (on_cuda())
    EXPECT_LT(glm::distance(place_m(here), place_m(moved)), 1e-3);
  else
    EXPECT_EQ(here.state_hash(), moved.state_hash());
}

TEST_P(Ball, IsTheOldestOneOnceAllFly) {
  PbdWorld world = hanging(exec());
  const auto from = [](int shot) {
    return World::Shot{{10.0f + static_cast<float>(shot), 0.0f, 0.0f}, glm::vec3(0.0f), small};
  };
  world.shoot(from(0));
  for (int shot = 1; shot < Balls::count; ++shot) EXPECT_EQ(world.shoot(from(shot)), "");
  EXPECT_EQ(world.shoot(from(100)), "there are at most 16 balls: the oldest one is shot again");
  EXPECT_EQ(world.shoot(from(200)), "") << "it was said";
  EXPECT_EQ(place_m(world, 0).x, 110.0);
  EXPECT_EQ(place_m(world, 1).x, 210.0);
}

TEST_P(Ball, ThatIsPinnedStaysWhereItIs) {
  PbdWorld world = hanging(exec());
  const int first = world.draw_list().vertex_count;
  world.shoot({{5.0f, 1.0f, 0.0f}, glm::vec3(0.0f), small});
  world.grab(first);
  world.drag_to({5.0f, 1.0f, 0.0f});
  world.release(true);
  for (int shot = 0; shot < Balls::count; ++shot)
    world.shoot({{8.0f, 1.0f, 0.0f}, glm::vec3(0.0f), small});
  EXPECT_EQ(place_m(world, 0).x, 5.0);
  EXPECT_EQ(world.clear_pins(), 1);
  for (int shot = 0; shot < Balls::count; ++shot)
    world.shoot({{9.0f, 1.0f, 0.0f}, glm::vec3(0.0f), small});
  EXPECT_EQ(place_m(world, 0).x, 9.0);
}

TEST_P(Ball, OfAnotherKindTakesThePlaceOfTheOthers) {
  PbdWorld world = hanging(exec());
  world.shoot(onto_cloth);
  world.advance({.steps = 4});
  World::Shot larger = onto_cloth;
  larger.kind.radius_m = 0.2f;
  EXPECT_NE(world.shoot(larger).find("replace the earlier ones"), std::string::npos);
  world.advance({.steps = 4});
  EXPECT_TRUE(is_parked(world.system<Balls>().poses()[1]));
  EXPECT_EQ(world.system<Balls>().kind().radius_m, 0.2f);
}

TEST_P(Ball, IsShownOnlyOnceItIsShot) {
  PbdWorld world = hanging(exec());
  const int first = world.draw_list().vertex_count;
  world.shoot(onto_cloth);
  Buffer<PublishedVertex> vertices(exec(), world.draw_list().vertex_count);
  world.advance({.steps = 0, .publish = vertices.view()});
  const std::vector<PublishedVertex> shown = vertices.download(exec());
  EXPECT_EQ(shown[first].quaternion_w, 1.0f);
  EXPECT_EQ(shown[first + 1].quaternion_w, 0.0f);
  EXPECT_EQ(shown[first + 1].normal, glm::vec3(0.0f));
}

TEST_P(Ball, IsRefusedWhereCopiesOfASceneHaveToStayAlike) {
  World world(exec(),
              {group_of(small_cloth(5), PbdSettings{}, "one"),
               group_of(small_cloth(5), PbdSettings{}, "other")},
              "iterations");
  EXPECT_THROW(world.shoot(onto_cloth), Error);
  EXPECT_FALSE(world.has_balls());
}

EACH_BACKEND(Ball);

TEST(Balls, FlyTheSameOnOneCoreAndOnAll) {
  std::vector<std::uint64_t> hashes;
  for (const Backend backend : {Backend::serial, Backend::tbb}) {
    Exec exec(backend, 4);
    PbdWorld world = hanging(exec);
    world.shoot(onto_cloth);
    world.advance({.steps = 10});
    world.shoot({{-0.1f, 2.5f, 0.1f}, {1.0f, -5.0f, 0.5f}, small});
    world.advance({.steps = 25});
    hashes.push_back(world.state_hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace limber
