// Finite elements in contact: contacts are part of the linear systems of a step.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/mesh/box_mesh.h"
#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

class FemContact : public EachBackend {};

void add_box_of_elements(FemModel& model, glm::vec3 center_m, glm::vec3 size_m, glm::ivec3 cells,
                         float young_modulus_Pa, float density_kg_m3 = 500.0f) {
  Solid solid;
  solid.mesh = box_mesh(-0.5f * size_m, 0.5f * size_m, cells);
  solid.density_kg_m3 = density_kg_m3;
  add_solid(
      model, solid,
      {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.4f, .density_kg_m3 = density_kg_m3},
      {.at_m = center_m});
}

FemSettings touching_elements(float dt_s) {
  FemSettings settings;
  settings.dt_s = dt_s;
  settings.contact_distance_m = 0.02f;
  settings.cg_iterations = 40;
  settings.friction = 0.3f;
  return settings;
}

struct Extent {
  float low_m = 1e30f, high_m = -1e30f;
};

Extent extent_of(const FemModel& model, const std::vector<glm::vec3>& x, int body) {
  Extent extent;
  for (int i = 0; i < model.nodes(); ++i) {
    if (model.body_of_node[i] != body) continue;
    extent.low_m = std::min(extent.low_m, x[i].y);
    extent.high_m = std::max(extent.high_m, x[i].y);
  }
  return extent;
}

/// A block falls at 3 m/s on another one, which is held.
struct Fall {
  float min_height = 1.0f;  ///< of the upper block, relative to rest
  float gap_m = 0.0f;       ///< at the end
};

Fall fall_of(Exec& exec, float young_modulus_Pa, const FemSettings& settings) {
  FemModel model;
  constexpr float size_m = 0.2f, fall_m = 0.46f, seconds = 0.5f;
  add_box_of_elements(model, {0.0f, 0.0f, 0.0f}, glm::vec3(size_m), glm::ivec3(4),
                      young_modulus_Pa);
  std::ranges::fill(model.pinned, 1);
  add_box_of_elements(model, {0.01f, size_m + fall_m, 0.02f}, glm::vec3(size_m), glm::ivec3(4),
                      young_modulus_Pa);
  FemWorld world(exec, model, settings);
  Fall fall;
  for (int i = 0; i < static_cast<int>(seconds / settings.dt_s); ++i) {
    world.advance({.steps = 1});
    const Extent upper = extent_of(model, world.positions_m(), 1);
    fall.min_height = std::min(fall.min_height, (upper.high_m - upper.low_m) / size_m);
    fall.gap_m = upper.low_m - 0.5f * size_m;
  }
  return fall;
}

TEST_P(FemContact, StiffBodiesStopAsAWhole) {
  const auto expect = [&](const FemSettings& settings, float young_modulus_Pa, float least) {
    const Fall fall = fall_of(exec(), young_modulus_Pa, settings);
    EXPECT_GT(fall.min_height, least);
    EXPECT_NEAR(fall.gap_m, settings.contact_distance_m, 0.002f);
  };
  expect(touching_elements(0.004f), 1e6f, 0.965f);
  expect(touching_elements(0.01f), 1e7f, 0.94f);
  FemSettings newton = touching_elements(0.01f);
  newton.material = "neo_hookean";
  expect(newton, 1e6f, 0.97f);
}

/// A block of 2,700 kg lands on one of 2.7 kg and comes to rest; the lower one is compressed as
/// Hooke's law predicts for a column, or less, since friction holds its ends.
void expect_rest_under_a_thousand_times_the_mass(Exec& exec, float fall_m) {
  constexpr float size_m = 0.3f, lower_Pa = 1e7f, light_kg_m3 = 100.0f;
  Placed<FemModel> model;
  add_box_of_elements(model, {0.0f, 0.5f * size_m + 0.011f, 0.0f}, glm::vec3(size_m), glm::ivec3(4),
                      lower_Pa, light_kg_m3);
  add_box_of_elements(model, {0.0f, 1.5f * size_m + 0.02f + fall_m, 0.0f}, glm::vec3(size_m),
                      glm::ivec3(3), 1e8f, 1000.0f * light_kg_m3);
  model.colliders = {Collider{}};
  FemSettings settings = touching_elements(0.004f);
  settings.cg_iterations = 60;
  settings.thickness_m = 0.01f;
  settings.mass_damping_per_s = 1.0f;
  FemWorld world(exec, model, settings);
  world.advance({.steps = 188});
  const std::vector<glm::vec3> x = world.positions_m();
  const Extent lower = extent_of(model, x, 0), upper = extent_of(model, x, 1);
  EXPECT_NEAR(upper.low_m - lower.high_m, settings.contact_distance_m, 0.003f);
  const double column_m = 1000.0 * light_kg_m3 * 9.81 * size_m * size_m / lower_Pa;
  EXPECT_NEAR((size_m - (lower.high_m - lower.low_m)) / column_m, 0.8, 0.3);
  EXPECT_EQ(inverted(model, x), 0);
  const std::vector<glm::vec3> before = x;
  world.advance({.steps = 25});
  float moved_m = 0.0f;
  const std::vector<glm::vec3> after = world.positions_m();
  for (std::size_t i = 0; i < after.size(); ++i)
    moved_m = std::max(moved_m, glm::distance(before[i], after[i]));
  EXPECT_LT(moved_m, 0.008f);  // in 0.1 s, half a period of its oscillation on the lower one
}

/// From several heights: a single one could pass by chance.
TEST_P(FemContact, WhatIsAThousandTimesHeavierRests) {
  for (const float fall_m : {0.03f, 0.032f, 0.035f, 0.04f}) {
    SCOPED_TRACE(fall_m);
    expect_rest_under_a_thousand_times_the_mass(exec(), fall_m);
  }
}

/// A soft and a firm block side by side, between closing walls and under a descending plate.
TEST_P(FemContact, NothingTurnsInsideOutWhereSoftBodiesArePressedTogether) {
  FemModel model;
  add_box_of_elements(model, {-0.27f, 0.31f, 0.0f}, {0.5f, 0.6f, 0.4f}, {4, 5, 3}, 3e3f);
  add_box_of_elements(model, {0.27f, 0.31f, 0.05f}, {0.5f, 0.6f, 0.4f}, {5, 6, 4}, 3e4f);
  Surroundings around{.colliders = {Collider{}}};
  const auto add_plate = [&](glm::vec3 center_m, glm::vec3 way_m) {
    Collider plate{.shape = ColliderShape::box, .half_size_m = glm::vec3(0.6f)};
    plate.center_m = center_m;
    around.colliders.push_back(plate);
    around.paths.push_back({.collider = static_cast<int>(around.colliders.size()) - 1,
                            .keys = {{0.0f, glm::vec3(0.0f)}, {0.4f, way_m}},
                            .repeats = false});
  };
  add_plate({0.0f, 1.23f, 0.0f}, {0.0f, -0.45f, 0.0f});
  add_plate({-1.13f, 0.7f, 0.0f}, {0.1f, 0.0f, 0.0f});
  FemSettings settings = touching_elements(0.005f);
  settings.material = "neo_hookean";
  World world(exec(), {{"", around, {{"", [&](Exec& on) {
                                        return std::make_unique<FemSystem>(on, model, settings);
                                      }}}}});
  int most = 0;
  float lowest_m = 0.0f;
  for (int i = 0; i < 100; ++i) {
    world.advance({.steps = 1});
    const std::vector<glm::vec3> x = world.positions_m();
    most = std::max(most, inverted(model, x));
    for (int body = 0; body < 2; ++body)
      lowest_m = std::min(lowest_m, extent_of(model, x, body).low_m);
  }
  EXPECT_LE(most, 2);
  EXPECT_GE(lowest_m, -1e-6f);
  EXPECT_EQ(inverted(model, world.positions_m()), 0);
  ASSERT_TRUE(world.finite_now());
}

TEST_P(FemContact, TheSwitchKeepsTheState) {
  FemModel model;
  for (const float y : {0.12f, 0.36f, 0.6f})
    add_box_of_elements(model, {0.1f * y, y, 0.0f}, glm::vec3(0.2f), glm::ivec3(3), 2e4f);
  Placed<FemModel> placed(model);
  placed.colliders = {Collider{}};
  FemWorld stays(exec(), placed, touching_elements(0.005f)),
      moves(exec(), placed, touching_elements(0.005f));
  run_switched(stays, moves, exec(), 3);
  const std::vector<glm::vec3> x = stays.positions_m(), y = moves.positions_m();
  float apart_m = 0.0f;
  for (std::size_t i = 0; i < x.size(); ++i) apart_m = std::max(apart_m, glm::distance(x[i], y[i]));
  EXPECT_LE(apart_m, on_cuda() ? 0.005f : 0.0f);
}

EACH_BACKEND(FemContact);

TEST(FemContactOnTheProcessor, HasTheSameBitsOnOneCoreAndOnMany) {
  FemModel model;
  for (const float y : {0.0f, 0.24f})
    add_box_of_elements(model, {0.1f * y, y, 0.0f}, glm::vec3(0.2f), glm::ivec3(3), 2e4f);
  std::fill_n(model.pinned.begin(), 16, 1);
  for (const char* material : {"corotational", "neo_hookean"}) {
    std::vector<glm::vec3> found[2];
    for (const Backend backend : {Backend::serial, Backend::tbb}) {
      Exec exec(backend, 3);
      FemSettings settings = touching_elements(0.005f);
      settings.material = material;
      FemWorld world(exec, model, settings);
      for (int i = 0; i < 40; ++i) world.advance({.steps = 1});
      found[backend == Backend::tbb] = world.positions_m();
    }
    EXPECT_EQ(found[0], found[1]);
  }
}

}  // namespace
}  // namespace limber
