// Micropolar fluids.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/each_backend.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

class FluidVorticity : public EachBackend {};
EACH_BACKEND(FluidVorticity);

/// A box full of water with one Taylor-Green vortex, between frictionless walls.
Placed<FluidModel> vortex(glm::ivec3 along, float speed_m_s) {
  Placed<FluidModel> model = pool(along, fluid_spacing_m);
  const std::vector<glm::vec3> places_m = model.bodies[0].places_m;
  const glm::vec3 size_m = fluid_spacing_m * glm::vec3(along);
  model.bodies.clear();
  for (const glm::vec3& x : places_m) {  // a body each, to turn
    const float a = pi * (x.x / size_m.x + 0.5f), b = pi * (x.z / size_m.z + 0.5f);
    model.bodies.push_back(
        {{x}, speed_m_s * glm::vec3(std::sin(a) * std::cos(b), 0.0f, -std::cos(a) * std::sin(b))});
  }
  return model;
}

/// Mean specific angular momentum of a particle about the vertical axis.
double turning_m2_s(FluidWorld& world) {
  const std::vector<FluidMotion> motions = world.fluid().motions();
  const std::vector<glm::vec3> places_m = world.positions_m();
  double sum = 0.0;
  for (std::size_t i = 0; i < places_m.size(); ++i)
    sum += glm::cross(glm::dvec3(places_m[i]), glm::dvec3(motions[i].velocity_m_s)).y;
  return sum / static_cast<double>(places_m.size());
}

double rms_speed_m_s(FluidWorld& world) {
  const std::vector<FluidMotion> motions = world.fluid().motions();
  double sum_m2_s2 = 0.0;
  for (const FluidMotion& motion : motions)
    sum_m2_s2 += glm::dot(motion.velocity_m_s, motion.velocity_m_s);
  return std::sqrt(sum_m2_s2 / static_cast<double>(motions.size()));
}

FluidSettings spinning(float transfer_m2_s) {
  FluidSettings settings;
  settings.viscosity_m2_s = 1e-4f;
  settings.vorticity_m2_s = transfer_m2_s;
  return settings;
}

/// It keeps over 1.3 times as much rotation, and never gains any.
TEST_P(FluidVorticity, AVortexLastsLonger) {
  const auto course = [&](float transfer_m2_s) {
    FluidWorld world(exec(), vortex({12, 4, 12}, 0.5f), spinning(transfer_m2_s));
    std::vector<double> all{std::abs(turning_m2_s(world))};
    for (int k = 0; k < 3; ++k) {
      run_s(world, 0.25);
      all.push_back(std::abs(turning_m2_s(world)));
    }
    EXPECT_EQ(world.trouble(), "");
    return all;
  };
  const std::vector<double> without = course(0.0f), with = course(0.007f);
  EXPECT_GT(with[3], 1.3 * without[3]);
  for (int k = 1; k < 4; ++k) EXPECT_LT(with[k], with[k - 1]);
}

/// A pool at rest is no noisier than without vorticity.
TEST_P(FluidVorticity, APoolGoesOnResting) {
  const auto speed_with = [&](float transfer_m2_s) {
    FluidWorld world(exec(), pool({9, 7, 9}, fluid_spacing_m), spinning(transfer_m2_s));
    run_s(world, 0.5);
    double sum_m_s = 0.0;
    for (int k = 0; k < 5; ++k) {
      run_s(world, 0.04);
      sum_m_s += rms_speed_m_s(world);
    }
    return sum_m_s / 5.0;
  };
  const double without_m_s = speed_with(0.0f);
  EXPECT_LT(speed_with(0.007f), 1.1 * without_m_s);
  EXPECT_LT(without_m_s, 0.1);
}

/// In free fall nothing drives a drop's rotation, initially rotating or not.
TEST_P(FluidVorticity, ADropTurnsHardlyFasterByItself) {
  FluidSettings settings = spinning(0.007f);
  settings.gravity_m_s2 = 0.0f;
  settings.surface_tension_N_m = 5.0f;
  Placed<FluidModel> model;
  model.spacing_m = fluid_spacing_m;
  for (const glm::vec3& x : fluid_block({9, 9, 9}, fluid_spacing_m, glm::vec3(0.0f)).places_m)
    if (glm::length(x) < 0.09f) model.bodies.push_back({{x}, 3.0f * glm::vec3(x.z, 0.0f, -x.x)});
  FluidWorld world(exec(), model, settings);
  const double before = turning_m2_s(world);
  run_s(world, 0.6);
  EXPECT_NEAR(turning_m2_s(world), before, 0.12 * before);
  glm::dvec3 spin(0.0);
  for (const glm::vec4& own : world.fluid().spins_rad_s()) spin += glm::dvec3(own);
  EXPECT_NEAR(spin.y / static_cast<double>(model.bodies.size()), 3.0, 1.0);
}

/// Two blocks collide off-centre.
TEST_P(FluidVorticity, KeepsMomentum) {
  Placed<FluidModel> model;
  model.bodies = {fluid_block({6, 6, 6}, 0.02f, {-0.07f, 0.03f, 0.0f}, {2.0f, 0.0f, 0.5f}),
                  fluid_block({6, 6, 6}, 0.02f, {0.07f, 0.0f, 0.02f}, {-1.0f, 0.0f, 0.0f})};
  FluidSettings settings = spinning(0.007f);
  settings.gravity_m_s2 = 0.0f;
  FluidWorld world(exec(), model, settings);
  const auto momentum_m_s = [&] {
    glm::dvec3 sum(0.0);
    for (const FluidMotion& motion : world.fluid().motions()) sum += motion.velocity_m_s;
    return sum;
  };
  const glm::dvec3 before = momentum_m_s();
  run_s(world, 0.2);
  EXPECT_LT(glm::length(momentum_m_s() - before), 1e-5 * 216.0 * 3.0);
  double fastest_rad_s = 0.0;
  for (const glm::vec4& own : world.fluid().spins_rad_s())
    fastest_rad_s = std::max<double>(fastest_rad_s, glm::length(glm::vec3(own)));
  EXPECT_GT(fastest_rad_s, 1.0) << "the test sees particles that spin";
}

/// Spins are part of the state: they are copied and hashed with it, and cleared by a reset.
TEST_P(FluidVorticity, IsTheSameOnOneCoreAndOnMany) {
  Exec serial(Backend::serial);
  const Placed<FluidModel> model = vortex({8, 4, 8}, 0.6f);
  FluidWorld one(serial, model, spinning(0.007f)), moved(exec(), model, spinning(0.007f));
  run_s(one, 0.1);
  run_s(moved, 0.05);
  moved.switch_to(serial);
  run_s(moved, 0.02);
  moved.switch_to(exec());
  run_s(moved, 0.03);
  if (!on_cuda()) {
    EXPECT_EQ(moved.state_hash(), one.state_hash());
  } else {
    EXPECT_NEAR(turning_m2_s(moved), turning_m2_s(one), 0.02 * std::abs(turning_m2_s(one)));
  }
  moved.reset();
  const std::vector<glm::vec4> spins_rad_s = moved.fluid().spins_rad_s();
  EXPECT_EQ(std::ranges::count(spins_rad_s, glm::vec4(0.0f)), std::ssize(spins_rad_s));
  run_s(moved, 0.1);
  if (!on_cuda()) {
    EXPECT_EQ(moved.state_hash(), one.state_hash()) << "after a reset";
  }
}

TEST_P(FluidVorticity, IsLimitedToItsStep) {
  FluidWorld world(exec(), vortex({6, 4, 6}, 0.5f), spinning(10.0f));
  run_s(world, 0.1);
  EXPECT_LT(rms_speed_m_s(world), 0.5);
  EXPECT_EQ(world.trouble().substr(0, 30), "vorticity_m2_s is limited to 0");
}

}  // namespace
}  // namespace limber
