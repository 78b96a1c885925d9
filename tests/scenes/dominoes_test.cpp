// Rows of dominoes: where they stand, in which order they fall, and what is refused.

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cmath>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"

namespace limber {
namespace {

constexpr const char* on_collider =
    "family = \"joints\"\n[settings]\ndt_s = 0.0041667\ncontact_distance_m = 0.01\n"
    "friction = 0.4\nrigid_iterations = 8\ncontact_iterations = 1\n[[collider]]\n";

/// Time at which each has tilted by 45 degrees, in seconds; a year if never.
std::vector<double> falls_s(const std::string& text, const std::string& setting, double until_s) {
  constexpr double never_s = 3e7;
  Exec exec(Backend::serial);
  const auto world = open_scene_text("row", text).build(exec);
  if (!setting.empty()) override_parameters(*world, {setting});
  auto& system = world->system<JointsSystem>();
  const std::vector<RigidPose> start = system.poses();
  std::vector<double> times_s(start.size(), never_s);
  constexpr int steps = 4;
  for (double time_s = 0.0; time_s < until_s; time_s += steps * world->dt_s()) {
    world->advance({.steps = steps});
    const std::vector<RigidPose> now = system.poses();
    for (std::size_t i = 0; i < now.size(); ++i)
      if (rotated(now[i].quaternion, glm::dvec3(0.0, 1.0, 0.0)).y < std::sqrt(0.5))
        times_s[i] = std::min(times_s[i], time_s);
  }
  return times_s;
}

/// Thirteen around a bend, of which the last has nothing in front of it.
const std::string bend = std::string(on_collider) +
                         "[[dominoes]]\nplaces_m = [[0, 0, 0], [1, 0, 0.2], [1.8, 0, 1.1], "
                         "[1.9, 0, 1.6]]\n";

TEST(Dominoes, FallOneAfterTheOther) {
  const std::vector<double> times_s = falls_s(bend + "push_rad_s = 3\n", "", 3.0);
  ASSERT_EQ(times_s.size(), 13u);
  // Dominoes leaning on standing ones fall late or less far: only the order counts.
  for (std::size_t i = 1; i < times_s.size(); ++i)
    EXPECT_GT(times_s[i], times_s[i - 1]) << "domino " << i + 1;
  EXPECT_LT(times_s.back(), 3.0);
}

TEST(Dominoes, StandWithoutAPush) {
  for (const double time_s : falls_s(bend, "", 1.0)) EXPECT_GT(time_s, 1e6);
}

TEST(Dominoes, DoNotFallWhereNothingTouchesThem) {
  const std::vector<double> times_s =
      falls_s(bend + "push_rad_s = 3\n", "contact_distance_m=0", 1.5);
  EXPECT_LT(times_s.front(), 1.5);
  for (std::size_t i = 1; i < times_s.size(); ++i) EXPECT_GT(times_s[i], 1e6) << i;
}

/// Along a quarter of a circle, which the curve leaves by a few millimetres at its ends: at equal
/// distances, upright and across it.
TEST(Dominoes, StandAlongTheCurve) {
  std::string places;
  constexpr double radius_m = 2.0;
  for (int i = 0; i <= 6; ++i)
    places += fmt::format("[{}, 0.1, {}], ", radius_m * std::sin(M_PI * i / 12.0),
                          radius_m * (1.0 - std::cos(M_PI * i / 12.0)));
  Exec exec(Backend::serial);
  const auto world =
      open_scene_text("row", "family = \"joints\"\n[[dominoes]]\nplaces_m = [" + places + "]\n")
          .build(exec);
  const std::vector<RigidPose> poses = world->system<JointsSystem>().poses();
  ASSERT_EQ(poses.size(), 15u);  // 3.14 m at 0.22 m
  const glm::dvec3 middle(0.0, 0.35, radius_m);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_NEAR(glm::distance(poses[i].position_m, middle), radius_m, 0.01) << i;
    EXPECT_NEAR(rotated(poses[i].quaternion, glm::dvec3(0.0, 1.0, 0.0)).y, 1.0, 1e-12);
    if (i == 0 || i + 1 == poses.size()) continue;
    EXPECT_NEAR(glm::distance(poses[i].position_m, poses[i - 1].position_m), 0.22, 2e-3) << i;
    const glm::dvec3 out = glm::normalize(poses[i].position_m - middle);
    EXPECT_NEAR(glm::dot(rotated(poses[i].quaternion, glm::dvec3(1.0, 0.0, 0.0)), out), 0.0, 0.04);
  }
}

}  // namespace
}  // namespace limber
