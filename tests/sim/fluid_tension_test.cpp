// Surface tension of fluids, against theory of drops.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/each_backend.h"
#include "tests/sim/resting_drop.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

class FluidTension : public EachBackend {};
EACH_BACKEND(FluidTension);

/// Points of a slightly perturbed lattice in an ellipsoid around the origin.
std::vector<glm::vec3> ellipsoid(const glm::vec3& half_m, float spacing_m) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-0.15f, 0.15f);
  std::vector<glm::vec3> places_m;
  const glm::ivec3 most(half_m / spacing_m + 1.0f);
  for (int z = -most.z; z < most.z; ++z)
    for (int y = -most.y; y < most.y; ++y)
      for (int x = -most.x; x < most.x; ++x) {
        const glm::vec3 place_m = spacing_m * (glm::vec3(x, y, z) + 0.5f);
        const float ax = any(random), ay = any(random), az = any(random);
        if (glm::length(place_m / half_m) < 1.0f)
          places_m.push_back(place_m + spacing_m * glm::vec3(ax, ay, az));
      }
  return places_m;
}

Placed<FluidModel> drop(const glm::vec3& half_m, float spacing_m) {
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  model.bodies = {{ellipsoid(half_m, spacing_m)}};
  return model;
}

/// The radius of a ball with the volume of `particles`.
double ball_radius_m(std::size_t particles, double spacing_m) {
  return spacing_m * std::cbrt(particles * 3.0 / (4.0 * M_PI));
}

/// Period of a drop's prolate-oblate oscillation [Rayleigh79].
double period_s(double drop_m, double tension_N_m) {
  return 2.0 * M_PI * std::sqrt(1000.0 * std::pow(drop_m, 3) / (8.0 * tension_N_m));
}

/// Relative elongation of a drop along x; 0 for a ball.
double length_share(const std::vector<glm::vec3>& places_m) {
  const glm::dvec3 middle = middle_m(places_m);
  glm::dvec3 squares(0.0);
  for (const glm::vec3& x : places_m)
    squares += (glm::dvec3(x) - middle) * (glm::dvec3(x) - middle);
  return (squares.x - 0.5 * (squares.y + squares.z)) / (squares.x + squares.y + squares.z);
}

FluidSettings tense(float tension_N_m) {
  FluidSettings settings = floating_free();
  settings.surface_tension_N_m = tension_N_m;
  return settings;
}

/// Relaxes particles at the surface before the shape changes.
void settle(FluidWorld& world, int steps, float viscosity_m2_s) {
  const Parameter& viscosity = parameter_named(world.parameters(), "viscosity_m2_s");
  const std::string before = viscosity.text();
  viscosity.set(std::to_string(viscosity_m2_s));
  world.parameters_changed();
  world.advance({.steps = steps});
  viscosity.set(before);
  world.parameters_changed();
}

/// An elongated drop oscillates with the theoretical period, for any size, tension, spacing and
/// step. The first zero crossing depends on the start; the others are half a period apart.
TEST_P(FluidTension, RingsADropAsLongAsRayleighSays) {
  struct Case {
    float spacing_m, spacings, tension_N_m, dt_s, viscosity_m2_s;
  };
  for (const Case& c : {Case{0.02f, 5.0f, 5.0f, 0.002f, 1e-4f},
                        {0.02f, 7.0f, 20.0f, 0.002f, 1e-4f},
                        {0.001f, 5.0f, 0.072f, 0.0002f, 1e-6f}}) {
    const float half_m = c.spacing_m * c.spacings;
    const Placed<FluidModel> model = drop(half_m * glm::vec3(1.191f, 0.916f, 0.916f), c.spacing_m);
    FluidSettings settings = tense(c.tension_N_m);
    settings.dt_s = c.dt_s;
    settings.viscosity_m2_s = c.viscosity_m2_s;
    FluidWorld world(exec(), model, settings);
    settle(world, 60, 0.05f * c.spacing_m * c.spacing_m / c.dt_s);
    const double start_s = world.time_s();
    const double wanted_s =
        period_s(ball_radius_m(model.particles_at_start(), c.spacing_m), c.tension_N_m);
    std::vector<double> crossings_s;
    double before = length_share(world.positions_m());
    EXPECT_GT(before, 0.1);
    while (crossings_s.size() < 3 && world.time_s() - start_s < 2.0 * wanted_s) {
      world.advance({.steps = 4});
      const double now = length_share(world.positions_m());
      if (now * before <= 0.0) crossings_s.push_back(world.time_s());
      before = now;
    }
    ASSERT_EQ(crossings_s.size(), 3u) << c.spacings;
    EXPECT_NEAR(crossings_s[2] - crossings_s[0], wanted_s, 0.08 * wanted_s) << c.spacings;
    EXPECT_EQ(world.trouble(), "");
  }
}

/// In a drop at rest the pressure is 2 sigma / R, and it neither creeps nor boils.
TEST_P(FluidTension, PressesADropAsLaplaceSays) {
  constexpr float spacing_m = 0.02f, tension_N_m = 5.0f;
  const Placed<FluidModel> model = drop(glm::vec3(6.0f * spacing_m), spacing_m);
  const double drop_m = ball_radius_m(model.particles_at_start(), spacing_m);
  FluidWorld world(exec(), model, tense(tension_N_m));
  const glm::dvec3 start_m = middle_m(world.positions_m());
  run_s(world, 1.2);
  double sum_Pa = 0.0, squares_m2_s2 = 0.0;
  int inside = 0;
  glm::dvec3 momentum(0.0);
  for (int sample = 0; sample < 10; ++sample) {
    world.advance({.steps = 8});
    const std::vector<glm::vec3> places_m = world.positions_m();
    const std::vector<float> pressures_Pa = world.fluid().pressures_Pa();
    const glm::dvec3 middle = middle_m(places_m);
    for (std::size_t i = 0; i < places_m.size(); ++i) {
      if (glm::length(glm::dvec3(places_m[i]) - middle) > drop_m - 3.0 * spacing_m) continue;
      sum_Pa += pressures_Pa[i];
      ++inside;
    }
  }
  ASSERT_GT(inside, 300);
  const double wanted_Pa = 2.0 * tension_N_m / drop_m;
  EXPECT_NEAR(sum_Pa / inside, wanted_Pa, 0.2 * wanted_Pa);
  const std::vector<FluidMotion> motions = world.fluid().motions();
  for (const FluidMotion& motion : motions) {
    momentum += glm::dvec3(motion.velocity_m_s);
    squares_m2_s2 += glm::dot(motion.velocity_m_s, motion.velocity_m_s);
  }
  const double wave_m_s = std::sqrt(tension_N_m / (1000.0 * drop_m));
  EXPECT_LT(std::sqrt(squares_m2_s2 / motions.size()), 0.12 * wave_m_s);
  EXPECT_LT(glm::length(momentum) / motions.size(), 1e-6 * wave_m_s);
  EXPECT_LT(glm::length(middle_m(world.positions_m()) - start_m), 1e-3 * spacing_m);
}

/// A brick becomes a ball.
TEST_P(FluidTension, RoundsABrick) {
  constexpr float spacing_m = 0.02f;
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  model.bodies = {fluid_block({12, 7, 5}, spacing_m, glm::vec3(0.0f))};
  FluidSettings settings = tense(10.0f);
  settings.viscosity_m2_s = 3e-3f;
  FluidWorld world(exec(), model, settings);
  EXPECT_GT(length_share(world.positions_m()), 0.4);
  run_s(world, 2.0);
  const std::vector<glm::vec3> places_m = world.positions_m();
  const glm::dvec3 middle = middle_m(places_m);
  const double ball_m = ball_radius_m(places_m.size(), spacing_m);
  glm::dvec3 squares(0.0);
  double furthest_m = 0.0;
  for (const glm::vec3& x : places_m) {
    const glm::dvec3 way = glm::dvec3(x) - middle;
    squares += way * way;
    furthest_m = std::max(furthest_m, glm::length(way));
  }
  squares /= squares.x + squares.y + squares.z;
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(squares[axis], 1.0 / 3.0, 0.02);
  EXPECT_LT(furthest_m, 1.05 * ball_m);
  EXPECT_GT(furthest_m, 0.8 * ball_m);
}

/// A rotating drop keeps rotating.
TEST_P(FluidTension, KeepsSpin) {
  constexpr float spacing_m = 0.02f;
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  for (const glm::vec3& x : ellipsoid(glm::vec3(0.1f), spacing_m))  // one body per particle
    model.bodies.push_back({{x}, 3.0f * glm::vec3(-x.y, x.x, 0.0f)});
  FluidSettings settings = tense(5.0f);
  settings.viscosity_m2_s = 0.0f;
  FluidWorld world(exec(), model, settings);
  const auto spin = [&] {
    const std::vector<FluidMotion> motions = world.fluid().motions();
    const std::vector<glm::vec3> places_m = world.positions_m();
    const glm::dvec3 middle = middle_m(places_m);
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < places_m.size(); ++i)
      sum += glm::cross(glm::dvec3(places_m[i]) - middle, glm::dvec3(motions[i].velocity_m_s));
    return sum;
  };
  const glm::dvec3 before = spin();
  run_s(world, 1.0);
  EXPECT_LT(glm::length(spin() - before), 0.015 * glm::length(before));
}

TEST_P(FluidTension, MeetsAFloorAtItsContactAngle) {
  constexpr float spacing_m = 0.02f;
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  FluidBody half;
  for (const glm::vec3& x : ellipsoid(glm::vec3(0.12f), spacing_m))
    if (x.y > 0.0f) half.places_m.push_back(x + glm::vec3(0.0f, 0.2f * spacing_m, 0.0f));
  model.bodies = {half};
  model.colliders = {Collider{}};
  for (const float angle_deg : {60.0f, 90.0f, 120.0f}) {
    FluidSettings settings = tense(5.0f);
    settings.viscosity_m2_s = 2e-3f;
    settings.contact_angle_deg = angle_deg;
    FluidWorld world(exec(), model, settings);
    run_s(world, 2.0);
    const std::vector<glm::vec3> places_m = world.positions_m();
    EXPECT_NEAR(angle_on_floor_deg(middle_m(places_m).y, places_m.size() * std::pow(spacing_m, 3)),
                angle_deg, 12.0);
  }
}

/// A drop that falls on a floor.
TEST_P(FluidTension, IsTheSameOnOneCoreAndOnMany) {
  Placed<FluidModel> model = drop(glm::vec3(0.08f), 0.02f);
  for (glm::vec3& x : model.bodies[0].places_m) x.y += 0.2f;
  model.colliders = {Collider{}};
  FluidSettings settings;
  settings.surface_tension_N_m = 2.0f;
  settings.contact_angle_deg = 40.0f;
  Exec serial(Backend::serial);
  FluidWorld one(serial, model, settings), many(exec(), model, settings);
  run_s(one, 0.3);
  run_s(many, 0.3);
  if (!on_cuda()) {
    EXPECT_EQ(one.state_hash(), many.state_hash());
  } else {
    EXPECT_NEAR(middle_m(one.positions_m()).y, middle_m(many.positions_m()).y, 2e-3);
  }
}

/// Tension too large for the step is clamped to the stable limit, and reported.
TEST_P(FluidTension, IsLimitedToItsStep) {
  const Placed<FluidModel> model = drop(glm::vec3(0.08f), 0.02f);
  const auto run_with = [&](float tension_N_m, const char* trouble) {
    FluidSettings settings = tense(tension_N_m);
    settings.dt_s = 0.002f;  // 159 N/m
    FluidWorld world(exec(), model, settings);
    run_s(world, 0.2);
    EXPECT_EQ(world.trouble().substr(0, 36), trouble);
    return world.positions_m();
  };
  const std::vector<glm::vec3> most = run_with(200.0f, "surface_tension_N_m is limited to 15");
  EXPECT_EQ(run_with(1000.0f, "surface_tension_N_m is limited to 15"), most);
  EXPECT_NE(run_with(158.0f, ""), most);
  double furthest_m = 0.0;
  for (const glm::vec3& x : most)
    furthest_m = std::max(furthest_m, glm::length(glm::dvec3(x) - middle_m(most)));
  EXPECT_LT(furthest_m, 0.1);
}

}  // namespace
}  // namespace limber
