// What scenes of rigid bodies promise beyond the first seconds, which their own checks see.

#include <gtest/gtest.h>

#include <algorithm>

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
  const auto world = open_scene_text("tower", R"(family = "joints"
[settings]
dt_s = 0.0041667
contact_distance_m = 0.008
friction = 0.6
rigid_iterations = 10
contact_iterations = 1
[[collider]]
[[wall]]
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

/// With too few solves a wheel jams between planks: the bridge then stands still, but does not
/// gather the momentum that would tear it.
TEST_P(RigidScenes, AJamDoesNotTearTheBridge) {
  const auto world = open_scene("joints/crossing").build(exec());
  override_parameters(*world, {"predictions=2"});
  advance_s(*world, 8.8);
  world->request_residuals();
  exec().synchronize();
  EXPECT_LT(world->residuals().at("joint"), 0.05);
  EXPECT_GT(world->residuals().at("jams"), 0.0) << "nothing jams: the test needs a harder place";
}

EACH_BACKEND(RigidScenes);

}  // namespace
}  // namespace limber
