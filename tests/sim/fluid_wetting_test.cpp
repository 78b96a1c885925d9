// Wetting of bodies, by the contact angle of walls.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "tests/each_backend.h"
#include "tests/sim/resting_drop.h"
#include "tests/sim/small_fluid.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class FluidWetting : public EachBackend {};
EACH_BACKEND(FluidWetting);

constexpr float ball_m = 0.07f;

FluidSettings wetting(float angle_deg) {
  FluidSettings settings = floating_free();
  settings.surface_tension_N_m = 10.0f;
  settings.contact_angle_deg = angle_deg;
  settings.viscosity_m2_s = 2e-3f;
  return settings;
}

/// A spherical drop.
FluidModel drop_at(const glm::vec3& center_m, float radius_m) {
  FluidModel model;
  FluidBody body;
  for (const glm::vec3& x : fluid_block({12, 12, 12}, fluid_spacing_m, center_m).places_m)
    if (glm::distance(x, center_m) < radius_m) body.places_m.push_back(x);
  model.bodies = {body};
  return model;
}

/// The drop and a ball at the origin, without other forces.
GroupModel beside_ball(const FluidModel& drop, const FluidSettings& settings, float radius_m,
                       float mass_kg) {
  PilesModel pile;
  pile.kinds = {{body_of_spheres({glm::vec3(0.0f)}, 2.0f * radius_m, mass_kg, "ball"), {}}};
  pile.bodies = {ball_at(glm::vec3(0.0f))};
  return {
      "",
      {},
      {{"pile",
        [=](Exec& exec) { return std::make_unique<PilesSystem>(exec, pile, 0, weightless()); }},
       {"fluid", [=](Exec& exec) { return std::make_unique<FluidSystem>(exec, drop, settings); }}}};
}

glm::dvec3 middle_of_fluid_m(World& world) {
  return middle_m(world.system<FluidSystem>().positions_m());
}

glm::dvec3 momentum_of_ball_kg_m_s(World& world) {
  return world.system<PilesSystem>().momenta()[0].linear_kg_m_s;
}

glm::dvec3 momentum_of_all_kg_m_s(World& world) {
  auto& fluid = world.system<FluidSystem>();
  glm::dvec3 sum = momentum_of_ball_kg_m_s(world);
  for (const FluidMotion& motion : fluid.motions())
    sum += static_cast<double>(fluid.particle_mass_kg()) * glm::dvec3(motion.velocity_m_s);
  return sum;
}

/// A drop at a wettable ball attracts it, with opposite momenta, and flows around it.
TEST_P(FluidWetting, ADropAndABallDrawEachOther) {
  const FluidModel drop = drop_at({0.0f, -ball_m - 0.06f, 0.0f}, 0.052f);
  const auto distance_m = [&](float angle_deg) {
    World world(exec(), {beside_ball(drop, wetting(angle_deg), ball_m, 1.0f)});
    double max_kg_m_s = 0.0;
    for (int k = 0; k < 10; ++k) {
      run_s(world, 0.06);
      max_kg_m_s = std::max(max_kg_m_s, glm::length(momentum_of_ball_kg_m_s(world)));
      EXPECT_LT(glm::length(momentum_of_all_kg_m_s(world)), 1e-5 * max_kg_m_s + 1e-7) << angle_deg;
    }
    if (angle_deg < 90.0f) {
      EXPECT_GT(max_kg_m_s, 0.1);
    }
    return glm::distance(middle_of_fluid_m(world),
                         glm::dvec3(world.system<PilesSystem>().poses()[0].position_m));
  };
  EXPECT_LT(distance_m(30.0f), 0.02);
  EXPECT_GT(distance_m(150.0f), 0.12);
}

/// A ball so large that it is nearly flat.
TEST_P(FluidWetting, MeetsABallAtItsContactAngle) {
  constexpr float large_m = 2.0f;
  FluidModel half = drop_at(glm::vec3(0.0f), 0.1f);
  std::vector<glm::vec3>& places_m = half.bodies[0].places_m;
  std::erase_if(places_m, [](const glm::vec3& x) { return x.y < 0.0f; });
  for (glm::vec3& x : places_m) x.y += large_m + 0.002f;
  for (const float angle_deg : {60.0f, 90.0f, 120.0f}) {
    FluidSettings settings = wetting(angle_deg);
    settings.surface_tension_N_m = 5.0f;
    World world(exec(), {beside_ball(half, settings, large_m, 1e5f)});
    run_s(world, 0.7);
    double height_m = 0.0;
    for (const glm::vec3& x : world.system<FluidSystem>().positions_m())
      height_m += (glm::length(x) - large_m) / static_cast<double>(places_m.size());
    EXPECT_NEAR(angle_on_floor_deg(
                    height_m, std::pow(fluid_spacing_m, 3) * static_cast<double>(places_m.size())),
                angle_deg, 15.0);
  }
}

/// A drop hangs from a ceiling that it wets, and falls from one that it does not.
TEST_P(FluidWetting, ADropHangsFromACeiling) {
  Placed<FluidModel> drop = drop_at({0.0f, -0.04f, 0.0f}, 0.04f);
  drop.colliders = {{.shape = ColliderShape::box,
                     .center_m = {0.0f, 0.1f, 0.0f},
                     .half_size_m = {0.3f, 0.1f, 0.3f}}};
  const auto height_m = [&](float angle_deg) {
    FluidSettings settings = wetting(angle_deg);
    settings.gravity_m_s2 = 9.81f;
    settings.surface_tension_N_m = 20.0f;
    FluidWorld world(exec(), drop, settings);
    run_s(world, 0.4);
    return middle_of_fluid_m(world).y;
  };
  EXPECT_GT(height_m(30.0f), -0.03);
  EXPECT_LT(height_m(150.0f), -0.3);
}

TEST_P(FluidWetting, IsTheSameOnOneCoreAndOnMany) {
  const GroupModel group =
      beside_ball(drop_at({0.0f, -ball_m - 0.06f, 0.0f}, 0.052f), wetting(40.0f), ball_m, 1.0f);
  Exec serial(Backend::serial);
  World one(serial, {group}), many(exec(), {group});
  run_s(one, 0.1);
  run_s(many, 0.1);
  if (!on_cuda()) {
    EXPECT_EQ(one.state_hash(), many.state_hash());
  } else {
    EXPECT_LT(glm::distance(middle_of_fluid_m(one), middle_of_fluid_m(many)), 2e-3);
  }
}

}  // namespace
}  // namespace limber
