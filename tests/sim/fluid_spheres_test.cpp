// Fluids and rigid bodies of spheres.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "kernels/error.h"
#include "sim/fluid/sphere_map.h"
#include "sim/piles/drinking_glass.h"
#include "sim/piles/voxels.h"
#include "tests/each_backend.h"
#include "tests/sim/small_fluid.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class FluidSpheres : public EachBackend {};
EACH_BACKEND(FluidSpheres);

GroupModel group_of(const FluidModel& fluid, const FluidSettings& of_fluid, const PilesModel& pile,
                    const PilesSettings& of_pile, const std::vector<Collider>& colliders = {}) {
  const int around = static_cast<int>(colliders.size());
  return {"",
          {.colliders = colliders},
          {{"pile",
            [=](Exec& exec) { return std::make_unique<PilesSystem>(exec, pile, around, of_pile); }},
           {"fluid",
            [=](Exec& exec) { return std::make_unique<FluidSystem>(exec, fluid, of_fluid); }}}};
}

/// A ball with this density relative to water.
PileKind ball_of(float diameter_m, float density) {
  const float mass_kg = 1000.0f * density * pi / 6.0f * diameter_m * diameter_m * diameter_m;
  return {body_of_spheres({glm::vec3(0.0f)}, diameter_m, mass_kg, "ball"), {}};
}

/// Immersed fraction of a floating ball's diameter, from the volume of a spherical cap.
double theory_of_depth(double density) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 50; ++i) {
    const double h = 0.5 * (low + high);
    (h * h * (3.0 - 2.0 * h) < density ? low : high) = h;
  }
  return low;
}

/// The measured immersion in a pool, and the ball's final speed in m/s.
struct Floats {
  double depth, speed_m_s;
};
Floats depth_of_ball(Exec& exec, float density, bool contacts, double after_s) {
  constexpr float diameter_m = 0.08f;
  const Placed<FluidModel> water = pool({14, 8, 14}, 0.02f);
  PilesModel ball;
  ball.kinds = {ball_of(diameter_m, density)};
  ball.bodies = {ball_at({0.0f, 0.21f, 0.0f})};
  FluidSettings settings;
  settings.viscosity_m2_s = 0.003f;
  settings.body_contacts = contacts;
  World world(exec, {group_of(water, settings, ball, {}, water.colliders)});
  run_s(world, after_s);
  double depth_m = 0.0, speed_m_s = 0.0;
  constexpr int samples = 20;
  for (int i = 0; i < samples; ++i) {
    run_s(world, 0.02);
    double sum_m = 0.0;
    int beside = 0;
    for (const glm::vec3& x : world.system<FluidSystem>().positions_m()) {
      if (std::hypot(x.x, x.z) < 0.07f) continue;
      sum_m += x.y;
      ++beside;
    }
    auto& pile = world.system<PilesSystem>();
    depth_m += (2.0 * sum_m / beside - (pile.poses()[0].position_m.y - 0.5 * diameter_m)) / samples;
    speed_m_s += glm::length(pile.momenta()[0].linear_kg_m_s) /
                 (ball.kinds[0].body.mass_kg * static_cast<float>(samples));
  }
  return {depth_m / diameter_m, speed_m_s};
}

/// Within 8 mm, and at rest, for light and heavy balls.
TEST_P(FluidSpheres, BallsFloatAsDeepAsTheyAreHeavy) {
  if (GetParam() == Backend::tbb) GTEST_SKIP() << "ends in the bits of one core";
  for (const float density : {0.1f, 0.8f}) {
    const Floats ball = depth_of_ball(exec(), density, true, 1.0);
    EXPECT_NEAR(ball.depth, theory_of_depth(density), 0.1) << density;
    EXPECT_LT(ball.speed_m_s, 0.06) << density;
  }
  EXPECT_GT(depth_of_ball(exec(), 0.8f, false, 0.4).depth, 1.0) << "it sinks without contacts";
}

/// A ball with 1/50 of the density of water is released in it. The added mass is half of the
/// displaced mass, so a = g (1 - d) / (d + 1/2); if the pressure solve did not include its
/// velocity, or underestimated its rows' diagonal, it would oscillate with 15 m/s.
TEST_P(FluidSpheres, ALightBallRisesWithTheWaterThatItMoves) {
  constexpr float density = 0.02f, radius_m = 0.04f;
  const glm::vec3 center_m(0.003f, 0.1f, 0.002f);
  Placed<FluidModel> water = pool({12, 12, 12}, 0.02f);
  std::erase_if(water.bodies[0].places_m,
                [&](const glm::vec3& x) { return glm::distance(x, center_m) < radius_m + 0.003f; });
  PilesModel ball;
  ball.kinds = {ball_of(2.0f * radius_m, density)};
  ball.bodies = {ball_at(center_m)};
  World world(exec(), {group_of(water, {}, ball, {}, water.colliders)});
  float before_m_s = 0.0f;
  for (int step = 0; step < 24; ++step) {
    world.advance({.steps = 1});
    const glm::vec3 now = world.system<PilesSystem>().momenta()[0].linear_kg_m_s;
    const float now_m_s = now.y / ball.kinds[0].body.mass_kg;
    if (step > 2) {
      EXPECT_LT(std::abs(now_m_s - before_m_s), 0.4f) << "in one step";
    }
    before_m_s = now_m_s;
  }
  const double risen_m = world.system<PilesSystem>().poses()[0].position_m.y - 0.1;
  const double theory_m = 0.5 * 9.81 * (1.0 - density) / (density + 0.5) * 0.05 * 0.05;
  EXPECT_NEAR(risen_m, theory_m, 0.3 * theory_m);
}

/// Sums over bodies and fluid.
Momenta total_of(World& world) {
  auto& fluid = world.system<FluidSystem>();
  auto& pile = world.system<PilesSystem>();
  const double mass_kg = fluid.particle_mass_kg();
  Momenta sum{glm::dvec3(0.0), glm::dvec3(0.0)};
  const std::vector<glm::vec3> places_m = fluid.positions_m();
  const std::vector<FluidMotion> motions = fluid.motions();
  for (std::size_t i = 0; i < places_m.size(); ++i) {
    const glm::dvec3 p = mass_kg * glm::dvec3(motions[i].velocity_m_s);
    sum.linear += p;
    sum.angular += glm::cross(glm::dvec3(places_m[i]), p);
  }
  const std::vector<Pose> poses = pile.poses();
  const std::vector<BodyMomentum> momenta = pile.momenta();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const glm::dvec3 p(momenta[b].linear_kg_m_s);
    sum.linear += p;
    sum.angular +=
        glm::cross(glm::dvec3(poses[b].position_m), p) + glm::dvec3(momenta[b].angular_kg_m2_s);
  }
  return sum;
}

/// A block of water hits an irregular body off-centre, which it pushes and turns.
TEST_P(FluidSpheres, MomentumPassesFromWaterToBodies) {
  FluidModel water;
  water.bodies = {fluid_block({8, 8, 8}, 0.02f, {-0.2f, 0.06f, 0.0f}, {2.0f, 0.0f, 0.0f})};
  Placed<PilesModel> pile = small_kinds();
  pile.bodies = {{.kind = 3}};
  FluidSettings honey = floating_free();
  honey.viscosity_m2_s = 0.01f;
  honey.viscosity_iterations = 20;
  FluidSettings thick = floating_free();
  thick.viscosity_m2_s = 0.002f;
  FluidSettings weak = floating_free();
  weak.method = "sph";
  weak.dt_s = 0.0005f;
  for (const FluidSettings& settings : {floating_free(), thick, honey, weak}) {
    World world(exec(), {group_of(water, settings, pile, weightless())});
    const Momenta before = total_of(world);
    run_s(world, 0.2);
    const Momenta after = total_of(world);
    const BodyMomentum body = world.system<PilesSystem>().momenta()[0];
    EXPECT_GT(body.linear_kg_m_s.x, 0.1 * before.linear.x);
    EXPECT_LT(glm::length(after.linear - before.linear), 1e-5 * before.linear.x);
    EXPECT_GT(glm::length(body.angular_kg_m2_s), 0.01f);
    const bool turns_exactly = settings.viscosity_m2_s == 0.0f || settings.method == "sph";
    EXPECT_LT(glm::length(after.angular - before.angular), (turns_exactly ? 0.002 : 0.02))
        << settings.viscosity_m2_s;
  }
}

/// Against brute-force sums over a grid.
TEST(SphereMap, IsTheIntegralOfTheKernelOverABall) {
  const SplineKernel kernel{0.04f};
  for (const float radius_m : {0.012f, 0.03f, 0.1f}) {
    const std::vector<glm::vec2> values = sphere_map(kernel, radius_m);
    const SphereMap map{
        radius_m, kernel.support_m, {values.data(), static_cast<int>(values.size())}};
    for (const float gap_m : {-0.005f, 0.004f, 0.02f}) {
      const double distance_m = radius_m + gap_m;
      const auto share_at = [&](double center_m) {
        constexpr double step_m = 0.0005;
        double sum = 0.0;
        for (double z = -0.04 + step_m / 2; z < 0.04; z += step_m)
          for (double y = -0.04 + step_m / 2; y < 0.04; y += step_m)
            for (double x = -0.04 + step_m / 2; x < 0.04; x += step_m)
              if (std::hypot(x - center_m, y, z) < radius_m)
                sum += kernel.value_per_m3(static_cast<float>(std::hypot(x, y, z)));
        return sum * step_m * step_m * step_m;
      };
      EXPECT_NEAR(map.at(static_cast<float>(distance_m)).x, share_at(distance_m), 0.002);
      if (gap_m < 0.0f) continue;  // there it decreases as at the surface
      const double fall_per_m =
          (share_at(distance_m - 0.002) - share_at(distance_m + 0.002)) / 0.004;
      EXPECT_NEAR(map.at(static_cast<float>(distance_m)).y, fall_per_m, 0.02 * fall_per_m + 0.3);
    }
  }
}

TEST(SphereMap, VoxelsFillWhatIsBetweenThem) {
  const SplineKernel kernel{0.04f};
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < 343; ++i) centers_m.push_back(0.02f * glm::vec3(i % 7, i / 7 % 7, i / 49));
  EXPECT_NEAR(fullness_of(kernel, centers_m, 0.01f)[171], 6.0f / pi, 0.01f);
  EXPECT_EQ(fullness_of(kernel, {glm::vec3(0.0f)}, 0.01f), std::vector{1.0f});
  // Two at the same position count once.
  EXPECT_NEAR(fullness_of(kernel, {glm::vec3(0.0f), glm::vec3(0.0f)}, 0.1f)[0], 0.5f, 0.01f);
}

/// Grains and water fall into a basin.
GroupModel grains_and_water(const FluidSettings& of_fluid) {
  const Placed<FluidModel> water = pool({8, 6, 8}, 0.02f);
  PilesModel grains;
  grains.kinds = {ball_of(0.03f, 2.5f)};
  for (int i = 0; i < 48; ++i)
    grains.bodies.push_back(ball_at({-0.06f + 0.04f * static_cast<float>(i % 4),
                                     0.15f + 0.04f * static_cast<float>(i / 16),
                                     -0.06f + 0.04f * static_cast<float>(i / 4 % 4)}));
  return group_of(water, of_fluid, grains, {}, water.colliders);
}

/// They come to rest at the bottom, and the level rises, by less than their volume, since water
/// between grains reaches rest density with fewer neighbours.
TEST_P(FluidSpheres, GrainsSinkAndRaiseTheLevel) {
  World world(exec(), {grains_and_water({})});
  run_s(world, 1.0);
  const auto mean_height_m = [&](const std::vector<glm::vec3>& places_m) {
    double sum_m = 0.0;
    for (const glm::vec3& x : places_m) sum_m += x.y;
    return sum_m / static_cast<double>(places_m.size());
  };
  const std::vector<glm::vec3> water_m = world.system<FluidSystem>().positions_m();
  const std::vector<glm::vec3> grains_m = world.system<PilesSystem>().positions_m();
  EXPECT_LT(mean_height_m(grains_m), 0.05);
  const double area_m2 = 0.16 * 0.16, water_m3 = 8e-6 * static_cast<double>(water_m.size());
  const double grains_m3 = std::numbers::pi / 6.0 * 2.7e-5 * static_cast<double>(grains_m.size());
  // The common centre of water and grains lies at half of the level.
  const double water_m4 = mean_height_m(water_m) * water_m3, grain_m = mean_height_m(grains_m);
  double low = 0.0, high = 2.0;
  for (int i = 0; i < 50; ++i) {
    const double share = 0.5 * (low + high), level_m = (water_m3 + share * grains_m3) / area_m2;
    const double middle_m4 = 0.5 * area_m2 * level_m * level_m - share * grains_m3 * grain_m;
    (middle_m4 < water_m4 ? low : high) = share;
  }
  EXPECT_GT(low, 0.5);
  EXPECT_LT(low, 1.1);
  world.request_residuals();
  exec().synchronize();
  EXPECT_LT(world.residuals().at("fluid.density_error"), 0.01);
}

/// Water flies past one of two balls, which is wetted and dries at its set rate, also as published;
/// the other one stays dry.
TEST_P(FluidSpheres, WhatIsWettedDries) {
  FluidModel water;
  water.bodies = {fluid_block({6, 6, 6}, 0.02f, {-0.2f, 0.08f, 0.0f}, {3.0f, 0.0f, 0.0f})};
  PilesModel balls;
  balls.kinds = {ball_of(0.08f, 8.0f)};
  balls.bodies = {{.kind = 0}, {.kind = 0, .pose = {.position_m = {0.0f, -0.5f, 0.0f}}}};
  PilesSettings of_pile = weightless();
  of_pile.drying_s = 0.5f;
  World world(exec(), {group_of(water, floating_free(), balls, of_pile)});
  auto& pile = world.system<PilesSystem>();
  EXPECT_EQ(pile.wetness(), std::vector<float>({0.0f, 0.0f}));
  run_s(world, 0.5);
  for (const glm::vec3& x : world.system<FluidSystem>().positions_m())
    ASSERT_GT(glm::distance(x, pile.positions_m()[0]), 0.08f)
        << "the test needs water that is gone";
  const float before = pile.wetness()[0];
  EXPECT_GT(before, 0.1f);
  run_s(world, 0.5);
  const float after = pile.wetness()[0];
  EXPECT_NEAR(after, before * std::exp(-0.5f / 0.5f), 0.01f * before);
  EXPECT_EQ(pile.wetness()[1], 0.0f);
  Buffer<PublishedVertex> shown(exec(), world.draw_list().vertex_count);
  world.advance({.steps = 0, .publish = shown.view()});
  EXPECT_EQ(shown.download(exec())[0].scalar, after);
}

/// A full glass made of spheres stands on the ground: nothing leaks.
TEST_P(FluidSpheres, AGlassHoldsWater) {
  const DrinkingGlass glass{.height_m = 0.16f, .wall_m = 0.016f};
  EXPECT_GT(Voxelizer(glass.surface(), "glass").volume_m3(), 5e-4);
  PilesModel pile;
  pile.kinds = {{body_of_spheres(glass.centers_m(), glass.wall_m, 1.0f, "glass"), {}}};
  pile.bodies = {ball_at(pile.kinds[0].body.center_of_mass_m)};
  FluidModel water;
  water.spacing_m = 0.01f;
  water.bodies = {fluid_block({5, 9, 5}, 0.01f, {0.0f, 0.08f, 0.0f})};
  World world(exec(), {group_of(water, {}, pile, {}, {Collider{}})});
  run_s(world, 0.4);
  for (const glm::vec3& x : world.system<FluidSystem>().positions_m()) {
    EXPECT_LT(std::hypot(x.x, x.z), 0.052f);
    EXPECT_GT(x.y, 0.012f);
  }
  EXPECT_NEAR(world.system<PilesSystem>().poses()[0].position_m.y, pile.bodies[0].pose.position_m.y,
              0.001f);
}

TEST_P(FluidSpheres, GivesTheSameBitsOnOneCoreAndOnMany) {
  FluidSettings honey;
  honey.viscosity_m2_s = 0.01f;
  honey.viscosity_iterations = 8;
  FluidSettings weak;
  weak.method = "sph";
  weak.dt_s = 0.001f;
  weak.sound_m_s = 10.0f;
  for (const FluidSettings& settings : {honey, weak}) {
    Exec serial(Backend::serial);
    World reference(serial, {grains_and_water(settings)});
    World world(exec(), {grains_and_water(settings)});
    run_s(reference, 0.15);
    run_s(world, 0.15);
    if (!on_cuda()) {
      EXPECT_EQ(world.state_hash(), reference.state_hash());
    }
    const std::uint64_t first = world.state_hash();
    world.reset();
    run_s(world, 0.1);
    world.switch_to(serial);
    run_s(world, 0.05);
    if (!on_cuda()) {
      EXPECT_EQ(world.state_hash(), first);
    }
    EXPECT_TRUE(world.finite_now());
    world.switch_to(exec());
  }
}

TEST_P(FluidSpheres, BodiesThatBeginInTheFluidAreRefused) {
  const Placed<FluidModel> water = pool({8, 8, 8}, 0.02f);
  PilesModel pile;
  pile.kinds = {ball_of(0.03f, 0.5f), ball_of(0.01f, 0.5f)};
  const auto message = [&](const PileBody& body) -> std::string {
    pile.bodies = {body};
    try {
      const World world(exec(), {group_of(water, {}, pile, {}, water.colliders)});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return error.what();
    }
    return {};
  };
  PileBody small = ball_at({0.0f, 0.3f, 0.0f});
  EXPECT_EQ(message(ball_at({0.0f, 0.18f, 0.0f})), "");
  EXPECT_NE(message(ball_at({0.0f, 0.15f, 0.0f})).find("begins in the fluid, at ("),
            std::string::npos);
  small.kind = 1;
  EXPECT_NE(message(small).find("set at most 0.0143"), std::string::npos);
}

}  // namespace
}  // namespace limber
