// Gears that turn each other by contact alone.

#include <gtest/gtest.h>

#include "kernels/rotation.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Gears : public EachBackend {};

/// A motor turns the small one; friction of its axle loads the large one.
TEST_P(Gears, TurnAtTheRatioOfTheirTeeth) {
  const auto angles = [&](const std::string& distance_m) {
    const auto world = open_scene_text("gears", R"(family = "joints"
[settings]
dt_s = 0.0041667
method = "descent"
friction = 0.1
contact_distance_m = )" + distance_m + R"(
[[rigid]]
name = "small"
shape = "gear"
radius_m = 0.2
length_m = 0.08
teeth = 15
backlash_m = 0.008
turn_axis = [1, 0, 0]
turn_deg = 90
[[rigid]]
name = "large"
shape = "gear"
center_m = [0.48, 0.0, 0.0]
radius_m = 0.28
length_m = 0.08
teeth = 21
backlash_m = 0.008
turn_axis = [1, 0, 0]
turn_deg = 90
[[joint]]
kind = "hinge"
bodies = ["small"]
axis = [0, 0, 1]
motor_rad_s = 2
motor_N_m = 100
[[joint]]
kind = "hinge"
bodies = ["large"]
at_m = [0.48, 0.0, 0.0]
axis = [0, 0, 1]
damping_N_m_s_rad = 1
)")
                           .build(exec());
    // By small steps, so that angles are not mistaken for their rest after whole turns.
    std::array<double, 2> sum_rad{};
    std::array<glm::dvec4, 2> before;
    for (int i = 0; i <= 45; ++i) {
      const std::vector<RigidPose> poses = world->system<JointsSystem>().poses();
      for (int k = 0; k < 2; ++k) {
        const glm::dvec4 turn = poses[k].quaternion;
        if (i > 0) sum_rad[k] += turn_between_rad(before[k], turn).z;
        before[k] = turn;
      }
      world->advance({.steps = 8});
    }
    return sum_rad;
  };
  const auto [small_rad, large_rad] = angles("0.004");
  EXPECT_NEAR(small_rad, 2.0 * 1.5, 0.1);
  EXPECT_NEAR(large_rad, -small_rad * 15 / 21, 0.06);
  EXPECT_NEAR(angles("0")[1], 0.0, 1e-3) << "nothing but contact turns it";
}

EACH_BACKEND(Gears);

}  // namespace
}  // namespace limber
