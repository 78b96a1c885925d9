// What scenes of rigid bodies promise beyond the first seconds, which their own checks see.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class RigidScenes : public EachBackend {};

void advance_s(World& world, double seconds) {
  const int steps = static_cast<int>(seconds / world.dt_s());
  for (int i = 0; i < steps; i += 16) world.advance({.steps = 16});
}

/// The ground and the settings of scenes of bricks: long steps and few iterations.
const std::string masonry = R"(family = "joints"
[settings]
dt_s = 0.0041667
contact_distance_m = 0.008
friction = 0.6
rigid_iterations = 10
contact_iterations = 1
[[collider]]
)";

TEST_P(RigidScenes, AHouseOfCardsStandsForAMinuteAndThenFalls) {
  const auto world = open_scene("rigid/cards").build(exec());
  const auto highest_m = [&] {
    double high_m = 0.0;
    for (const RigidPose& pose : world->system<JointsSystem>().poses())
      high_m = std::max(high_m, pose.position_m.y);
    return high_m;
  };
  const double before_m = highest_m();
  EXPECT_GT(before_m, 2.2);
  advance_s(*world, 60.0);
  EXPECT_NEAR(highest_m(), before_m, 0.02);
  advance_s(*world, 6.0);
  EXPECT_LT(highest_m(), 1.2) << "the ball has passed";
}

/// Few iterations suffice for many courses: the tower neither sways nor sinks on and on.
TEST_P(RigidScenes, ATowerOfManyCoursesSleeps) {
  const auto world = open_scene_text("tower", masonry + R"([[wall]]
bricks = 10
courses = 40
ring = true
size_m = [0.3, 0.15, 0.3]
)")
                         .build(exec());
  advance_s(*world, 1.5);
  world->request_residuals();
  exec().synchronize();
  EXPECT_EQ(world->residuals().at("asleep"), 400.0);
}

/// Few iterations and long steps leave bricks pushed against each other. They still make way for
/// the ball, which goes on, and their rubble does not hang in the air.
TEST_P(RigidScenes, AHeavyBallPassesThroughAWall) {
  constexpr double radius_m = 1.2;
  const glm::dvec3 half_m(0.15, 0.075, 0.15);
  const auto world = open_scene_text("wall", masonry + R"([[rigid]]
shape = "ball"
radius_m = 1.2
center_m = [0.2, 1.6, 3.0]
mass_kg = 30000
velocity_m_s = [-1, 1, -26]
[[wall]]
bricks = 24
courses = 18
size_m = [0.3, 0.15, 0.3]
)")
                         .build(exec());
  auto& joints = world->system<JointsSystem>();
  const auto deepest_m = [&](const std::vector<RigidPose>& poses) {
    double nearest_m = radius_m;
    for (std::size_t b = 1; b < poses.size(); ++b) {
      const glm::dvec3 x =
          rotated_back(poses[b].quaternion, poses[0].position_m - poses[b].position_m);
      nearest_m = std::min(nearest_m, glm::distance(x, glm::clamp(x, -half_m, half_m)));
    }
    return radius_m - nearest_m;
  };
  for (int step = 0; step < 120; step += 3) {
    world->advance({.steps = 3});
    exec().synchronize();
    ASSERT_LT(deepest_m(joints.poses()), 0.15) << step;
  }
  EXPECT_LT(joints.poses()[0].position_m.z, -3.0);
  advance_s(*world, 0.5);
  world->request_residuals();
  exec().synchronize();
  EXPECT_LT(world->residuals().at("held_back"), 20.0);
}

/// Pieces that fall onto each other get stuck where they cannot turn. They lose their spin, which
/// they else keep, and with it the heap's contacts are searched in every step.
TEST_P(RigidScenes, ChessPiecesComeToRest) {
  if (!on_cuda()) GTEST_SKIP() << "takes minutes on a CPU";
  const auto world = open_scene("piles/chess-shapes").build(exec());
  double held_back = 0.0;
  constexpr int steps = 240, per_frame = 4;
  for (int step = 0; step < steps; step += per_frame) {
    world->advance({.steps = per_frame});
    world->request_residuals();
    exec().synchronize();
    if (step >= steps / 2) held_back += world->residuals().at("held_back");
  }
  double fastest_kg_m_s = 0.0;
  for (const RigidMomentum& momentum : world->system<JointsSystem>().momenta())
    fastest_kg_m_s = std::max(fastest_kg_m_s, glm::length(momentum.linear_kg_m_s));
  EXPECT_LT(fastest_kg_m_s, 0.005);
  EXPECT_LT(held_back * per_frame / (steps / 2), 3.0) << "pieces, on average";
}

/// In long steps a wheel jams between planks: the bridge then stands still, but does not gather the
/// momentum that would tear it.
TEST_P(RigidScenes, AJamDoesNotTearTheBridge) {
  const auto world = open_scene("joints/crossing").build(exec());
  override_parameters(*world, {"dt_s=0.012"});
  const auto residual = [&](const char* name) {
    world->request_residuals();
    exec().synchronize();
    return world->residuals().at(name);
  };
  for (double s = 0.0; s < 9.0 && residual("jams") == 0.0; s += 0.4) advance_s(*world, 0.4);
  EXPECT_GT(residual("jams"), 0.0) << "nothing jams: the test needs a harder place";
  advance_s(*world, 0.4);
  EXPECT_LT(residual("joint"), 0.05);
}

EACH_BACKEND(RigidScenes);

}  // namespace
}  // namespace limber
