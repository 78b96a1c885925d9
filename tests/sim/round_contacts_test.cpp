// Moving balls and rolls against cloths with self-collision: no penetration of the drawn shapes,
// and colliders stop at what cannot give way. Intersections of cloths with balls by brute force in
// double precision, those between cloths by exact predicates.

#include "sim/contact/round_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/triangle_tree.h"
#include "tests/crossings_by_force.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

using glm::dvec3;

constexpr float round_dt_s = 0.005f, keeping_m = 0.006f, round_radius_m = 0.2f;

Collider ball_collider() { return {.shape = ColliderShape::sphere, .radius_m = round_radius_m}; }

/// A roll along x.
Collider roll() {
  return {.shape = ColliderShape::capsule,
          .axes = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
          .radius_m = round_radius_m,
          .half_length_m = 0.1f};
}

/// Cloths above a ball or a roll around the origin.
struct RoundStage {
  PbdModel cloths;
  PbdSettings settings;
  Surroundings around;

  explicit RoundStage(const Collider& collider) {
    settings.dt_s = round_dt_s;
    settings.iterations = 12;
    settings.contact_iterations = 8;
    settings.contact_distance_m = settings.thickness_m = keeping_m;
    around.colliders = {collider};
    around.drawn = {
        {0,
         collider.half_length_m > 0.0f
             ? capsule_mesh({0, 0, 0}, {1, 0, 0}, collider.half_length_m, round_radius_m)
             : sphere_mesh({0, 0, 0}, round_radius_m),
         0, 1}};
  }

  void add_level_cloths(int count, const std::vector<int>& pinned) {
    constexpr int side = 15;
    for (int k = 0; k < count; ++k) {
      const float height_m = round_radius_m + keeping_m * (1.5f + 1.3f * static_cast<float>(k));
      add_cloth(cloths, {.mesh = grid_mesh(side, side, glm::vec2(0.7f), {0.0f, height_m, 0.0f},
                                           {1, 0, 0}, {0, 0, 1}),
                         .pinned = pinned});
    }
  }
  void rise(float way_m, float in_s) {
    around.paths = {{0, {{0.0f, glm::vec3(0.0f)}, {in_s, {0.0f, way_m, 0.0f}}}, false}};
  }
  GroupModel group() const {
    return {"", around, {{"", [this](Exec& exec) {
                            return std::make_unique<PbdSystem>(exec, cloths, settings);
                          }}}};
  }
};

const std::vector<int> four_corners{0, 14, 14 * 15, 15 * 15 - 1};

PublishedVertex pose_of_collider(World& world, Exec& exec) {
  Buffer<PublishedVertex> out(exec, world.draw_list().vertex_count);
  world.advance({.steps = 0, .publish = out.view()});
  return out.download(exec)[world.draw_list().moving_scenery.front().first_vertex];
}

/// Intersecting pairs of triangles, of the cloths and the drawn collider.
std::size_t cloth_crossings(const RoundStage& stage, World& world, Exec& exec) {
  const TriangleMesh cloths{world.positions_m(), stage.cloths.triangles};
  std::vector<dvec3> cloths_m, drawn_m;
  for (const glm::vec3& x : cloths.positions_m) cloths_m.emplace_back(x);
  const PublishedVertex pose = pose_of_collider(world, exec);
  const StaticMesh& drawn = stage.around.drawn.front().mesh;
  for (const glm::vec3& x : drawn.positions_m)
    drawn_m.emplace_back(pose.position_m + rotated(glm::vec4(pose.normal, pose.quaternion_w), x));
  dvec3 low_m(1e9), high_m(-1e9);
  for (const dvec3& x : drawn_m) {
    low_m = min(low_m, x);
    high_m = max(high_m, x);
  }
  std::size_t count = TriangleTree(cloths).crossings().size();
  for (const glm::uvec3& t : cloths.triangles) {
    const auto own = corners_of(cloths_m, t);
    if (any(lessThan(max(own[0], max(own[1], own[2])), low_m)) ||
        any(lessThan(high_m, min(own[0], min(own[1], own[2])))))
      continue;
    for (const glm::uvec3& s : drawn.triangles)
      count += cross_by_force(own, corners_of(drawn_m, s));
  }
  return count;
}

class RoundContact : public EachBackend {
 protected:
  /// The maximum number of intersections while a grab drags one vertex after another to below the
  /// ball and out on the other side.
  std::size_t pull(const RoundStage& stage, World& world, int pulls) {
    std::mt19937 random(5);
    std::size_t most = 0;
    for (int i = 0; i < pulls; ++i) {
      const std::vector<glm::vec3> x = world.positions_m();
      const auto vertex = static_cast<int>(random() % x.size());
      const glm::vec3 middle_m(0.0f, 0.1f, 0.0f);
      world.grab(vertex);
      for (const float share : {1.0f, 2.0f}) {
        world.drag_to(x[vertex] + share * (middle_m - x[vertex]));
        run_singly(world, 8);
        most = std::max(most, cloth_crossings(stage, world, exec()));
      }
      world.release(false);
    }
    EXPECT_TRUE(world.finite_now());
    return most;
  }
};

TEST_P(RoundContact, DoesNotGoOnIntoWhatAGrabHolds) {
  for (const auto& [collider, method] : {std::pair(ball_collider(), "gauss_seidel"),
                                         {roll(), "gauss_seidel"},
                                         {ball_collider(), "xpbd"}}) {
    SCOPED_TRACE(testing::Message() << collider.half_length_m << " " << method);
    RoundStage stage(collider);
    stage.settings.method = method;
    stage.settings.substeps = 4;
    stage.add_level_cloths(6, four_corners);
    stage.rise(0.25f, 0.3f);
    World world(exec(), {stage.group()}, "", round_dt_s);
    EXPECT_EQ(pull(stage, world, 5), 0u);
  }
}

/// Below a fixed cloth it stops, which is reported.
TEST_P(RoundContact, StopsBelowWhatIsHeldAllOver) {
  for (const Collider& collider : {ball_collider(), roll()}) {
    RoundStage stage(collider);
    std::vector<int> all(15 * 15);
    std::iota(all.begin(), all.end(), 0);
    stage.add_level_cloths(1, all);
    stage.rise(0.3f, 0.3f);
    World world(exec(), {stage.group()}, "", round_dt_s);
    run_singly(world, 60);
    EXPECT_EQ(cloth_crossings(stage, world, exec()), 0u);
    const float top_m = pose_of_collider(world, exec()).position_m.y + round_radius_m;
    EXPECT_LT(top_m, world.positions_m()[0].y);
    EXPECT_GT(top_m, world.positions_m()[0].y - 0.1f * keeping_m) << "it stays away";
    EXPECT_EQ(residual_of(world, exec(), "colliders_held_back"), 1.0);
    EXPECT_NE(world.trouble().find("held back"), std::string::npos) << world.trouble();
  }
}

/// It lifts free cloths without delay. At 0.5 m/s and more it used to pass through them.
TEST_P(RoundContact, LiftsWhatLiesFreeWithoutWaiting) {
  for (const float in_s : {1.0f, 2.0f}) {
    RoundStage stage(ball_collider());
    stage.add_level_cloths(in_s > 1.0f ? 3 : 1, {});
    stage.rise(0.5f, in_s);
    World world(exec(), {stage.group()}, "", round_dt_s);
    for (int i = 0; i < 10; ++i) {
      run_singly(world, static_cast<int>(0.1f * in_s / round_dt_s));
      EXPECT_EQ(cloth_crossings(stage, world, exec()), 0u) << i;
      EXPECT_EQ(residual_of(world, exec(), "colliders_held_back"), 0.0) << i;
    }
    EXPECT_NEAR(pose_of_collider(world, exec()).position_m.y, 0.5f, 1e-4f);
  }
}

/// At 1 m/s, 5 mm per step, six cloths cannot move out of its way in time.
TEST_P(RoundContact, WaitsForWhatLiesFreeWhereItIsFast) {
  RoundStage stage(ball_collider());
  stage.add_level_cloths(6, {});
  stage.rise(0.5f, 0.5f);
  World world(exec(), {stage.group()}, "", round_dt_s);
  for (int i = 0; i < 10; ++i) {
    run_singly(world, 10);
    EXPECT_EQ(cloth_crossings(stage, world, exec()), 0u) << i;
  }
}

TEST_P(RoundContact, CannotBeDraggedThroughCloth) {
  RoundStage stage(ball_collider());
  stage.add_level_cloths(4, four_corners);
  World world(exec(), {stage.group()}, "", round_dt_s);
  world.grab_at(world.draw_list().moving_scenery.front().first_vertex, glm::vec3(0.0f));
  for (const glm::vec3 to_m : {glm::vec3(0.1f, 0.8f, 0), glm::vec3(-0.2f, 0.3f, 0.1f)}) {
    world.drag_to(to_m);
    for (int i = 0; i < 8; ++i) {
      run_singly(world, 8);
      EXPECT_EQ(cloth_crossings(stage, world, exec()), 0u) << i;
    }
  }
}

/// Rotating about a distant axis, like a lifter of a drum.
TEST_P(RoundContact, TurnsBelowClothAndDoesNotCutIt) {
  Collider lifter = roll();
  lifter.off_axis_m = {0.0f, 0.0f, 0.3f};
  lifter.center_m = lifter.off_axis_m + glm::vec3(0.0f, -0.1f, 0.0f);
  lifter.turn_rad_s = 6.0f;
  RoundStage stage(lifter);
  stage.add_level_cloths(4, four_corners);
  World world(exec(), {stage.group()}, "", round_dt_s);
  for (int i = 0; i < 20; ++i) {
    run_singly(world, 10);
    EXPECT_EQ(cloth_crossings(stage, world, exec()), 0u) << i;
  }
}

TEST_P(RoundContact, GivesTheSameBitsAgainAndOnOtherSolvers) {
  RoundStage stage(ball_collider());
  stage.add_level_cloths(6, four_corners);
  stage.rise(0.25f, 0.4f);
  World world(exec(), {stage.group()}, "", round_dt_s);
  pull(stage, world, 4);
  const std::uint64_t hash = world.state_hash();
  world.reset();
  pull(stage, world, 4);
  EXPECT_EQ(world.state_hash(), hash);
  if (on_cuda()) return;
  Exec serial(Backend::serial);
  World reference(serial, {stage.group()}, "", round_dt_s);
  pull(stage, reference, 2);
  reference.switch_to(exec());
  world.reset();
  pull(stage, world, 2);
  EXPECT_EQ(reference.state_hash(), world.state_hash());
}

/// Only colliders that can move: static ones cost nothing.
TEST(MovingOnes, AreRoundAndMove) {
  RoundStage stage(ball_collider());
  const auto moving = [&] { return RoundContacts::moving_ones(stage.around); };
  EXPECT_EQ(moving(), std::vector<int>{0});
  stage.around.drawn.clear();
  EXPECT_TRUE(moving().empty());
  stage.around.colliders[0].turn_rad_s = 1.0f;
  EXPECT_TRUE(moving().empty());
  stage.around.colliders[0].off_axis_m = {1.0f, 0.0f, 0.0f};
  EXPECT_EQ(moving(), std::vector<int>{0});
  stage.around.colliders[0].shape = ColliderShape::box;
  EXPECT_TRUE(moving().empty());
}

EACH_BACKEND(RoundContact);

}  // namespace
}  // namespace limber
