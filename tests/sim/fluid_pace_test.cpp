// Adaptive time steps of fluids.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/error.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

class FluidPaceOf : public EachBackend {};
EACH_BACKEND(FluidPaceOf);

FluidSettings following(float dt_s, float cfl) {
  FluidSettings settings;
  settings.dt_s = dt_s;
  settings.cfl = cfl;
  settings.min_dt_s = 0.0002f;
  return settings;
}

/// A block falling into a pool.
Placed<FluidModel> small_splash() {
  Placed<FluidModel> model = pool({10, 5, 10}, 0.02f);
  model.bodies.push_back(fluid_block({4, 4, 4}, 0.02f, {0.0f, 0.3f, 0.0f}, {0.0f, -1.0f, 0.0f}));
  return model;
}

/// The numbers of parts of the steps, and the final state.
struct Course {
  std::vector<int> parts;
  std::uint64_t hash;
  bool operator==(const Course&) const = default;
};
Course course_of(FluidWorld& world, int steps) {
  Course course;
  for (int k = 0; k < steps; ++k) {
    world.advance({.steps = 1});
    course.parts.push_back(world.step_cut().parts);
  }
  course.hash = world.state_hash();
  return course;
}

/// The same parts and the same bits on one core and on many, after a reset, for any frame lengths,
/// and when the backend is switched.
TEST_P(FluidPaceOf, ASplashIsAlwaysTheSame) {
  constexpr int steps = 24;
  const FluidSettings settings = following(1.0f / 120.0f, 0.5f);
  Exec serial(Backend::serial);
  FluidWorld reference(serial, small_splash(), settings);
  const Course wanted = course_of(reference, steps);
  const auto [least, most] = std::ranges::minmax(wanted.parts);
  EXPECT_LT(least, most) << "the test sees steps that are cut otherwise";

  FluidWorld world(exec(), small_splash(), settings);
  const Course first = course_of(world, steps);
  world.reset();
  EXPECT_EQ(world.step_cut().all_parts, 0);
  const Course again = course_of(world, steps);
  EXPECT_EQ(again, first) << "after a reset";
  if (!on_cuda()) {
    EXPECT_EQ(first, wanted);
  }

  FluidWorld in_frames(exec(), small_splash(), settings);
  for (const int frame : {3, 1, 8, 2, 10}) in_frames.advance({.steps = frame});
  EXPECT_EQ(in_frames.state_hash(), first.hash) << "in frames of other lengths";
  EXPECT_EQ(in_frames.step_cut().all_parts, world.step_cut().all_parts);
  EXPECT_EQ(in_frames.time_s(), world.time_s());

  FluidWorld moved(exec(), small_splash(), settings);
  moved.advance({.steps = 9});
  moved.switch_to(serial);
  moved.advance({.steps = 6});
  moved.switch_to(exec());
  moved.advance({.steps = 9});
  if (!on_cuda()) {
    EXPECT_EQ(moved.state_hash(), wanted.hash) << "switched on the way";
  }
}

/// A block in free fall moves no further per part than allowed, with the fewest possible parts, and
/// as far in total as with any other steps.
TEST_P(FluidPaceOf, ABlockFallsInEverShorterParts) {
  constexpr float step_s = 1.0f / 60.0f, cfl = 0.4f, spacing_m = 0.02f;
  Placed<FluidModel> model;
  model.bodies = {fluid_block({3, 3, 3}, spacing_m, glm::vec3(0.0f))};
  FluidWorld world(exec(), model, following(step_s, cfl));
  double y_m = 0.0, v_m_s = 0.0;
  for (int k = 0; k < 40; ++k) {
    world.advance({.steps = 1});
    const int parts = world.step_cut().parts;
    const double part_s = world.dt_s() / parts;
    const double begun_m_s = v_m_s;
    for (int n = 0; n < parts; ++n) {
      v_m_s += 9.81 * part_s;
      y_m -= v_m_s * part_s;
    }
    EXPECT_LE(v_m_s * part_s, 1.001 * cfl * spacing_m) << k;
    // The next smaller allowed number of parts, which are at most twice as long.
    const double ahead_m_s = 9.81 * 3.0 * step_s;
    if (parts > 1) {
      EXPECT_GT((begun_m_s + ahead_m_s) * 2.0 * part_s, 0.999 * cfl * spacing_m) << k;
    }
  }
  EXPECT_NEAR(world.positions_m()[13].y, y_m, 2e-4);
  EXPECT_NEAR(world.time_s(), 40.0 / 60.0, 1e-6);
}

/// Moving solids and jets count, even before they meet water.
TEST_P(FluidPaceOf, SolidsAndJetsCutStepsToo) {
  const auto parts_with = [&](const auto& add) {
    Placed<FluidModel> model = pool({6, 4, 6}, 0.02f);
    GroupModel group = group_of(model, [=](Exec& on) {
      FluidModel own = model;
      add(own);
      FluidSettings settings = following(1.0f / 120.0f, 0.4f);
      settings.gravity_m_s2 = 0.0f;
      return std::make_unique<FluidSystem>(on, own, settings);
    });
    return group;
  };
  const auto parts_of = [&](const GroupModel& group) {
    World world(exec(), {group});
    world.advance({.steps = 8});
    return world.step_cut().parts;
  };
  const auto nothing = [](FluidModel&) {};
  EXPECT_EQ(parts_of(parts_with(nothing)), 1);
  GroupModel turning = parts_with(nothing);
  turning.around.colliders.push_back({.shape = ColliderShape::box,
                                      .center_m = {5.0f, 1.0f, 0.0f},
                                      .half_size_m = {0.3f, 0.4f, 0.0f},
                                      .turn_rad_s = 6.0f});
  EXPECT_EQ(parts_of(turning), 4) << "3 m/s are 3.1 times as far as 0.4 spacings";
  const auto jet = [](FluidModel& own) {
    own.sources = {{.center_m = {3.0f, 2.0f, 0.0f}, .speed_m_s = 3.0f, .start_s = 0.05f}};
  };
  EXPECT_EQ(parts_of(parts_with(jet)), 4);
}

/// Fluid stays at rest when its steps become eight times shorter and long again, since warm-started
/// pressures do not depend on the step length.
TEST_P(FluidPaceOf, APoolRestsWhileStepsChange) {
  Placed<FluidModel> model = pool({7, 10, 7}, 0.02f);
  FluidSettings settings = following(1.0f / 240.0f, 0.3f);
  settings.viscosity_m2_s = 0.004f;
  GroupModel group =
      group_of(model, [=](Exec& on) { return std::make_unique<FluidSystem>(on, model, settings); });
  group.around.colliders.push_back(
      {.shape = ColliderShape::sphere, .center_m = {50.0f, 5.0f, 0.0f}, .radius_m = 0.1f});
  // Back and forth, far away.
  group.around.paths = {{static_cast<int>(group.around.colliders.size()) - 1,
                         {{0.0f, {0.0f, 0.0f, 0.0f}},
                          {0.8f, {0.0f, 0.0f, 0.0f}},
                          {0.9f, {0.6f, 0.0f, 0.0f}},
                          {1.0f, {0.0f, 0.0f, 0.0f}}},
                         true}};
  World world(exec(), {group});
  int most = 1, least = 100;
  float fastest = 0.0f;
  double mean_height_m = 0.0;
  for (int k = 0; k < 300; ++k) {
    world.advance({.steps = 1});
    if (k < 160) continue;
    for (const glm::vec3& x : world.positions_m()) mean_height_m += x.y / 490.0;
    most = std::max(most, world.step_cut().parts);
    least = std::min(least, world.step_cut().parts);
    for (const FluidMotion& motion : world.system<FluidSystem>().motions())
      fastest = std::max(fastest, glm::length(motion.velocity_m_s));
  }
  EXPECT_GE(most, 4 * least);
  // It is compressed slightly more with longer steps, and springs back when they shorten.
  EXPECT_LT(fastest, 0.25f);
  EXPECT_NEAR(mean_height_m / 140.0, 0.1, 0.001);
}

TEST(FluidPace, RefusesOtherSystems) {
  Exec exec(Backend::serial);
  const Placed<FluidModel> model = pool({4, 4, 4}, 0.02f);
  GroupModel group = group_of(model, [model](Exec& on) {
    return std::make_unique<FluidSystem>(on, model, following(0.002f, 0.4f));
  });
  group.systems.front().name = "fluid";
  const Placed<PbdModel> cloth = small_cloth(4);
  group.systems.push_back(
      {"cloth", [=](Exec& on) { return std::make_unique<PbdSystem>(on, cloth, PbdSettings{}); }});
  try {
    World world(exec, {group});
    FAIL() << "it took it";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cfl = 0"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace limber
