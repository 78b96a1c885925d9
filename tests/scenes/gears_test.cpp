// Gears that turn each other by contact alone.

#include <gtest/gtest.h>

#include "kernels/rotation.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Gears : public EachBackend {};

/// Of teeth of one size, on a hinge to the world whose keys begin with `drive`.
std::string gear(const std::string& name, int teeth, double at_x_m, const std::string& drive) {
  constexpr double radius_of_tooth_m = 0.2 / 15.0;
  const std::string at = "[" + std::to_string(at_x_m) + ", 0, 0]\n";
  return "[[rigid]]\nname = \"" + name + "\"\nshape = \"gear\"\nlength_m = 0.08\n" +
         "backlash_m = 0.008\nturn_axis = [1, 0, 0]\nturn_deg = 90\nteeth = " +
         std::to_string(teeth) + "\nradius_m = " + std::to_string(radius_of_tooth_m * teeth) +
         "\ncenter_m = " + at + "[[joint]]\nkind = \"hinge\"\naxis = [0, 0, 1]\nbodies = [\"" +
         name + "\"]\nat_m = " + at + drive;
}

/// A motor turns the small one; friction of its axle loads the large one.
TEST_P(Gears, TurnAtTheRatioOfTheirTeeth) {
  const auto angles = [&](const std::string& distance_m) {
    const auto world =
        open_scene_text("gears",
                        "family = \"joints\"\n[settings]\ndt_s = 0.0041667\n"
                        "method = \"descent\"\nfriction = 0.1\ncontact_distance_m = " +
                            distance_m + "\n" +
                            gear("small", 15, 0.0, "motor_rad_s = 2\nmotor_N_m = 100\n") +
                            gear("large", 21, 0.48, "damping_N_m_s_rad = 1\n"))
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
