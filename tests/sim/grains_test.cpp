// Grains against known results: discharge through a hole, angle of repose, and segregation of sizes
// in a drum. Measured from ball positions only.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class Grains : public EachBackend {};

constexpr float grain_m = 0.02f;

/// Kinds with these diameters and the density of glass.
Placed<PilesModel> grains_of(const std::vector<float>& diameters_m) {
  Placed<PilesModel> model;
  for (const float diameter_m : diameters_m) {
    const float volume_m3 = std::numbers::pi_v<float> / 6.0f * diameter_m * diameter_m * diameter_m;
    model.kinds.push_back(
        {body_of_spheres({glm::vec3(0.0f)}, diameter_m, 2500.0f * volume_m3, "grain"), {}});
  }
  return model;
}

/// Adds a slightly perturbed lattice of balls that do not touch.
void add_lattice(PilesModel& model, glm::ivec3 count, float step_m, glm::vec3 low_middle_m,
                 const std::vector<int>& kinds_in_turn, unsigned seed = 4) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> jitter(-0.02f * step_m, 0.02f * step_m);
  for (int i = 0; i < count.x * count.y * count.z; ++i) {
    PileBody body{.kind = kinds_in_turn[i % kinds_in_turn.size()]};
    const glm::vec3 at(i % count.x, i / count.x / count.z, i / count.x % count.z);
    const glm::vec3 middle(0.5f * glm::vec3(count - 1));
    body.pose.position_m = low_middle_m + step_m * (at - glm::vec3(middle.x, 0.0f, middle.z)) +
                           glm::vec3(jitter(random), jitter(random), jitter(random));
    model.bodies.push_back(body);
  }
}

Collider tube_along(glm::vec3 axis, glm::vec3 center_m, float inner_m, float outer_m,
                    float half_length_m) {
  Collider tube{.shape = ColliderShape::tube, .center_m = center_m};
  const glm::vec3 x = axis.y != 0.0f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
  tube.axes = {x, axis, glm::cross(x, axis)};
  tube.radius_m = outer_m;
  tube.inner_radius_m = inner_m;
  tube.half_length_m = half_length_m;
  return tube;
}

/// Motion of a ball on a slope, from 0.2 to 1 s.
Slid rolls_down(Exec& exec, const Slope& slope, PilesSettings settings) {
  Placed<PilesModel> model = small_kinds();
  model.colliders = {slope.box()};
  model.bodies = {ball_at(slope.up() * (0.499f * ball_diameter_m))};
  settings.damping_per_s = 0.0f;
  settings.friction = 2.0f;
  settings.rolling = slope.friction();
  PilesWorld world(exec, model, settings);
  const int steps = static_cast<int>(std::lround(0.4 / world.dt_s()));
  return slide(world, steps / 2, steps,
               [&] { return mean_down_m(slope, std::vector{world.poses()[0].position_m}); });
}

/// A ball that rolls without slipping accelerates with 5/7 of the net pull; rolling resistance
/// above the slope holds it.
TEST_P(Grains, ABallRollsDownOnlyWhatIsSteeperThanItsResistance) {
  PilesSettings springs;
  springs.rolling_spring = 0.1f;
  for (const float angle_deg : {5.0f, 20.0f})
    for (const float share : {0.5f, 1.5f}) {
      SCOPED_TRACE(testing::Message() << angle_deg << " degrees, " << share << " of the tangent");
      const Slope slope{angle_deg, share};
      const Slid slid = rolls_down(exec(), slope, springs);
      const double wanted_m_s2 = 5.0 / 7.0 * slope.free_m_s2() * (1.0 - double{share});
      if (share < 1.0f)
        EXPECT_NEAR(slid.m_s2, wanted_m_s2, 0.05 * wanted_m_s2);
      else
        EXPECT_LT(std::abs(slid.way_m), 1e-4);
    }
  EXPECT_GT(rolls_down(exec(), {20.0f, 1.5f}, {}).way_m, 1e-3) << "a damper alone lets it creep";
}

/// Discharge rate, in grains per second, through a round hole in the flat bottom of a silo, early
/// and later.
struct Flow {
  double early_per_s, later_per_s;
};

Flow flow_out_of(Exec& exec, float hole_m, bool touching, unsigned seed = 4) {
  Placed<PilesModel> model = grains_of({0.95f * grain_m, grain_m, 1.05f * grain_m});
  add_lattice(model, {10, 22, 10}, 1.08f * grain_m, {0.0f, grain_m, 0.0f}, {0, 1, 2}, seed);
  sort_by_kind(model);
  model.colliders = {tube_along({0, 1, 0}, {0.0f, -0.01f, 0.0f}, 0.5f * hole_m, 0.4f, 0.01f),
                     tube_along({0, 1, 0}, {0.0f, 0.5f, 0.0f}, 0.16f, 0.4f, 0.5f)};
  PilesSettings settings;
  settings.body_contacts = touching;
  settings.friction = 0.3f;  // of glass beads
  settings.rolling = 0.0f;
  PilesWorld world(exec, model, settings);
  const auto fallen = [&] {
    const std::vector<Pose> poses = world.poses();
    return std::ranges::count_if(poses, [](const Pose& p) { return p.position_m.y < -0.05f; });
  };
  run(world, 480);
  const auto first = fallen();
  run(world, 560);
  const auto second = fallen();
  run(world, 560);
  const double passed_s = 560 * world.dt_s();
  return {static_cast<double>(second - first) / passed_s,
          static_cast<double>(fallen() - second) / passed_s};
}

/// [Beverloo61]: the rate is proportional to (hole - 1.4 grains)^(5/2), independent of the filling
/// height, unlike water. Single runs differ by 3%, and their later rates by 6%.
TEST_P(Grains, RunOutOfAHoleAsBeverlooSays) {
  for (const float hole_m : {5.5f * grain_m, 7.0f * grain_m}) {
    const double free_m = hole_m - 1.4 * grain_m;
    const double grain_m3 = std::numbers::pi / 6.0 * std::pow(grain_m, 3.0);
    const double expected_per_s = 0.58 * 0.6 * std::sqrt(9.81) * std::pow(free_m, 2.5) / grain_m3;
    Flow sum{};
    constexpr int runs = 3;
    for (unsigned seed = 0; seed < runs; ++seed) {
      const Flow flow = flow_out_of(exec(), hole_m, true, seed);
      sum.early_per_s += flow.early_per_s;
      sum.later_per_s += flow.later_per_s;
    }
    EXPECT_NEAR((sum.early_per_s + sum.later_per_s) / (2 * runs * expected_per_s), 1.0, 0.2)
        << hole_m;
    EXPECT_NEAR(sum.later_per_s / sum.early_per_s, 1.0, 0.35) << hole_m;
  }
  EXPECT_LT(flow_out_of(exec(), 5.5f * grain_m, false).later_per_s, 100.0)
      << "what stood above the hole fell at once";
}

/// Mean slope of the grains in a slowly rotating drum, in degrees, from their centre of mass; for a
/// flat surface, this is its slope.
double slope_deg(Exec& exec, float friction, float rolling) {
  constexpr float drum_m = 8.0f * grain_m, half_width_m = 2.6f * grain_m;
  Placed<PilesModel> model = grains_of({0.95f * grain_m, grain_m, 1.05f * grain_m});
  add_lattice(model, {11, 9, 4}, 1.08f * grain_m, {0.0f, -5.0f * grain_m, 0.0f}, {0, 1, 2});
  sort_by_kind(model);
  model.colliders = {tube_along({0, 0, 1}, glm::vec3(0.0f), drum_m, drum_m + 0.05f, 0.2f)};
  for (const float side : {-1.0f, 1.0f})
    model.colliders.push_back(tube_along({0, 0, 1}, {0.0f, 0.0f, side * (half_width_m + 0.05f)},
                                         1e-4f, drum_m + 0.05f, 0.05f));
  for (Collider& c : model.colliders) c.turn_rad_s = 0.2f * pi;
  PilesSettings settings;
  settings.friction = friction;
  settings.rolling = rolling;
  settings.rolling_spring = 0.1f;
  PilesWorld world(exec, model, settings);
  run(world, 2800);
  double sum_deg = 0.0;
  constexpr int looks = 8;
  for (int look = 0; look < looks; ++look) {
    run(world, 160);
    glm::dvec3 middle(0.0);
    for (const Pose& pose : world.poses()) middle += glm::dvec3(pose.position_m);
    sum_deg += std::atan2(middle.x, -middle.y) * 180.0 / std::numbers::pi;
  }
  return sum_deg / looks;
}

/// The end plates of so narrow a drum increase it.
TEST_P(Grains, StandAsSteepAsTheyRub) {
  EXPECT_NEAR(slope_deg(exec(), 0.0f, 0.0f), 0.0, 1.0);
  const double low_deg = slope_deg(exec(), 0.2f, 0.0f), high_deg = slope_deg(exec(), 0.5f, 0.0f);
  EXPECT_NEAR(low_deg, 27.0, 4.0);
  EXPECT_NEAR(high_deg, 33.5, 4.0);
  EXPECT_GT(high_deg, low_deg + 3.0);
  EXPECT_GT(slope_deg(exec(), 0.5f, 0.2f), high_deg + 5.0) << "rolls less";
}

/// Cached rolling displacements of contacts are kept when the backend is switched, and cleared by a
/// reset or by disabling rolling.
TEST_P(Grains, TakeWhatTheyRememberAlong) {
  Placed<PilesModel> model = grains_of({0.95f * grain_m, grain_m, 1.05f * grain_m});
  add_lattice(model, {5, 5, 5}, 1.05f * grain_m, {0.0f, 0.6f * grain_m, 0.0f}, {0, 1, 2});
  sort_by_kind(model);
  model.colliders = {Collider{}};
  PilesSettings settings;
  settings.rolling = 0.3f;
  settings.rolling_spring = 0.1f;
  PilesWorld stays(exec(), model, settings), moves(exec(), model, settings);
  const auto apart_m = [&] {
    const std::vector<Pose> a = stays.poses(), b = moves.poses();
    float max_m = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i)
      max_m = std::max(max_m, glm::distance(a[i].position_m, b[i].position_m));
    return max_m;
  };
  const float same_m = on_cuda() ? 1e-3f * grain_m : 0.0f;  // rounding differs
  run_switched(stays, moves, exec(), 4);
  EXPECT_LE(apart_m(), same_m);
  stays.reset();
  PilesWorld fresh(exec(), model, settings);
  run(stays, 96);
  run(fresh, 96);
  EXPECT_EQ(stays.state_hash(), fresh.state_hash()) << "a reset leaves nothing behind";
  moves.reset();
  run(moves, 96);
  for (const char* spring : {"0", "0.1"}) {
    parameter_named(moves.parameters(), "rolling_spring").set(spring);
    moves.parameters_changed();
    run(moves, 96);
  }
  run(stays, 192);
  EXPECT_TRUE(moves.finite_now());
  EXPECT_GT(apart_m(), 1e-6f) << "without it grains roll in another way";
  EXPECT_LT(apart_m(), 0.5f * grain_m);
}

EACH_BACKEND(Grains);

}  // namespace
}  // namespace limber
