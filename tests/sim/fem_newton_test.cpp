// Solids of stable neo-Hookean elements: however soft and however deformed, elements do not invert,
// or recover.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "sim/fem/spring_cloth.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "tests/each_backend.h"
#include "tests/sim/small_solid.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

class FemNewton : public EachBackend {};

Placed<FemModel> block_on_ground(float young_modulus_Pa, ElementKind kind = ElementKind::linear) {
  Placed<FemModel> model;
  model.kind = kind;
  Solid solid;
  const int cells = kind == ElementKind::linear ? 5 : 2;
  solid.mesh = box_mesh({-0.3f, 0.01f, -0.3f}, {0.3f, 0.61f, 0.3f}, glm::ivec3(cells));
  add_solid(model, solid, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.4f});
  model.colliders = {Collider{}};
  return model;
}

FemSettings neo_hookean() {
  FemSettings settings;
  settings.material = "neo_hookean";
  settings.cg_iterations = 40;
  return settings;
}

struct Inverted {
  int max = 0;      ///< elements
  int longest = 0;  ///< longest run of steps with inverted elements
};

Inverted count_inverted(World& world, const FemModel& model, int steps) {
  Inverted result;
  int lasting = 0;
  for (int i = 0; i < steps; ++i) {
    world.advance({.steps = 1});
    const int now = inverted(model, world.positions_m());
    lasting = now > 0 ? lasting + 1 : 0;
    result = {std::max(result.max, now), std::max(result.longest, lasting)};
  }
  return result;
}

TEST_P(FemNewton, NothingTurnsInsideOutUnderItsWeight) {
  const Placed<FemModel> model = block_on_ground(3e3f);
  FemWorld world(exec(), model, neo_hookean());
  EXPECT_EQ(count_inverted(world, model, 120).max, 0);
  ASSERT_TRUE(world.finite_now());
  FemSettings corotational = neo_hookean();
  corotational.material = "corotational";
  FemWorld other(exec(), model, corotational);
  EXPECT_GT(count_inverted(other, model, 40).max, 20);
}

/// A plate presses the block and rises again.
World block_in_press(Exec& exec, const Placed<FemModel>& model, const FemSettings& settings,
                     float seconds) {
  Collider plate{.shape = ColliderShape::box, .half_size_m = {1.0f, 0.1f, 1.0f}};
  plate.center_m = {0.0f, 0.72f, 0.0f};
  const MovedCollider press{.collider = 1,  // 11 cm are left of 60
                            .keys = {{0.0f, glm::vec3(0.0f)},
                                     {seconds, {0.0f, -0.5f, 0.0f}},
                                     {2.0f * seconds, glm::vec3(0.0f)}},
                            .repeats = false};
  const Surroundings around{.colliders = {Collider{}, plate}, .paths = {press}};
  return World(exec, {{"", around, {{"", [&](Exec& on) {
                                       return std::make_unique<FemSystem>(on, model, settings);
                                     }}}}});
}

Inverted pressed(Exec& exec, const FemSettings& settings, float seconds) {
  const Placed<FemModel> model = block_on_ground(3e3f);
  World world = block_in_press(exec, model, settings, seconds);
  return count_inverted(world, model, 120);
}

TEST_P(FemNewton, NothingTurnsInsideOutInAPress) {
  EXPECT_EQ(pressed(exec(), neo_hookean(), 0.6f).max, 0);
}

TEST_P(FemNewton, WhatAFastPressTurnsInsideOutTurnsBack) {
  EXPECT_LT(pressed(exec(), neo_hookean(), 0.2f).longest, 20);  // steps of 10 ms
  FemSettings corotational = neo_hookean();
  corotational.material = "corotational";
  EXPECT_GT(pressed(exec(), corotational, 0.2f).longest, 100);
}

TEST_P(FemNewton, AlmostNothingTurnsInsideOutWhileGrabbed) {
  const Placed<FemModel> model = block_on_ground(3e3f);
  FemWorld world(exec(), model, neo_hookean());
  world.grab(static_cast<int>(model.nodes_m.size()) - 1);
  Inverted found;
  for (int i = 0; i < 60; ++i) {
    world.drag_to(glm::vec3(i % 20 < 10 ? 1.5f : -1.5f, 0.3f * static_cast<float>(i % 7), 0.5f));
    found.max = std::max(found.max, count_inverted(world, model, 1).max);
  }
  EXPECT_LT(found.max, model.elements() / 20);
  world.release(false);
  count_inverted(world, model, 60);
  EXPECT_EQ(count_inverted(world, model, 1).max, 0);
}

/// Pulled up against the plate as hard as possible.
TEST_P(FemNewton, AlmostNothingTurnsInsideOutWhileGrabbedUnderAPress) {
  const Placed<FemModel> model = block_on_ground(3e3f);
  World world = block_in_press(exec(), model, neo_hookean(), 0.6f);
  count_inverted(world, model, 30);
  const int corner = static_cast<int>(model.nodes_m.size()) - 1;
  world.grab_at(corner, world.positions_m()[corner]);
  world.drag_to({0.3f, 2.0f, 0.3f});
  EXPECT_LT(count_inverted(world, model, 60).max, model.elements() / 14);
  world.release(false);
  count_inverted(world, model, 60);
  EXPECT_EQ(count_inverted(world, model, 1).max, 0);
}

/// A grab drags each of three blocks through the others, at about 10 m/s and with long steps. Where
/// contacts stop nodes and their neighbours keep moving, 25 elements invert.
TEST_P(FemNewton, WhatAGrabDragsThroughOthersTurnsBack) {
  Placed<FemModel> model;
  for (const auto& [x_m, young_modulus_Pa] : {std::pair{-0.8f, 8e3f}, {0.0f, 1e4f}, {0.8f, 3e5f}}) {
    Solid solid;
    solid.mesh = box_mesh({x_m - 0.3f, 0.02f, -0.3f}, {x_m + 0.3f, 0.62f, 0.3f}, glm::ivec3(4));
    add_solid(model, solid, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.4f});
  }
  model.colliders = {Collider{}};
  FemSettings settings = neo_hookean();
  settings.dt_s = 0.008f;
  settings.contact_distance_m = 0.02f;
  settings.friction = 0.6f;
  FemWorld world(exec(), model, settings);
  std::mt19937 random(2);
  int most = 0;
  for (int pull = 0; pull < 12; ++pull) {
    const std::vector<glm::vec3> now_m = world.positions_m();
    const auto vertex = static_cast<int>(random() % now_m.size());
    glm::vec3 middle_m(0.0f);
    for (const glm::vec3& x : now_m) middle_m += x / static_cast<float>(now_m.size());
    world.grab(vertex);
    constexpr int steps = 25;
    for (int i = 1; i <= steps; ++i) {
      const float share = 2.0f * static_cast<float>(i) / steps;
      world.drag_to(now_m[vertex] + (middle_m - now_m[vertex]) * share);
      most = std::max(most, count_inverted(world, model, 1).max);
    }
    world.release(false);
  }
  EXPECT_LE(most, 12);
  count_inverted(world, model, 125);
  EXPECT_EQ(count_inverted(world, model, 1).max, 0);
  for (const glm::vec3& x : world.positions_m()) EXPECT_LT(glm::length(x), 20.0f);
}

TEST_P(FemNewton, WhatIsInsideOutTurnsBackWithinASecond) {
  Placed<FemModel> model = block_on_ground(3e3f);
  for (std::size_t i = 0; i < model.nodes_m.size(); ++i) {
    glm::vec3& x = model.nodes_m[i];  // a mirrored and crumpled body
    x = {0.7f * x.x + 0.05f * std::sin(40.0f * static_cast<float>(i)), 0.5f - 0.6f * x.y, x.z};
  }
  EXPECT_GT(inverted(model, model.nodes_m), model.elements() / 2);
  FemWorld world(exec(), model, neo_hookean());
  for (int i = 0; i < 100; ++i) world.advance({.steps = 1});
  EXPECT_EQ(inverted(model, world.positions_m()), 0);
}

/// Mean settlement of a stiff block with a pinned base.
TEST_P(FemNewton, SmallStrainsAreThoseOfLinearElasticity) {
  for (const ElementKind kind : {ElementKind::linear, ElementKind::quadratic}) {
    Placed<FemModel> model = block_on_ground(1e6f, kind);
    for (int i = 0; i < model.nodes(); ++i) model.pinned[i] = model.nodes_m[i].y < 0.02f ? 1 : 0;
    double sunk_m[2] = {};
    for (const bool newton : {false, true}) {
      FemSettings settings = neo_hookean();
      if (!newton) settings.material = "corotational";
      settings.mass_damping_per_s = 5.0f;
      FemWorld world(exec(), model, settings);
      for (int i = 0; i < 60; ++i) world.advance({.steps = 1});
      const std::vector<glm::vec3> x = world.positions_m();
      for (int i = 0; i < model.nodes(); ++i)
        sunk_m[newton] += (model.nodes_m[i].y - x[i].y) / model.nodes();
    }
    EXPECT_GT(sunk_m[1], 5e-4);
    EXPECT_NEAR(sunk_m[0] / sunk_m[1], 1.0, 0.01);
  }
}

TEST_P(FemNewton, TakesOverFromTheOtherMaterialAndBack) {
  const Placed<FemModel> model = block_on_ground(3e3f);
  FemWorld world(exec(), model, neo_hookean());
  const auto now_of = [&](const char* material) {
    for (Parameter& parameter : world.parameters())
      if (parameter.key == "material") parameter.set(material);
    const std::vector<glm::vec3> before = world.positions_m();
    world.parameters_changed();
    EXPECT_EQ(before, world.positions_m());
  };
  EXPECT_EQ(count_inverted(world, model, 40).max, 0);
  now_of("corotational");
  EXPECT_GT(count_inverted(world, model, 40).max, 20);
  now_of("neo_hookean");
  count_inverted(world, model, 100);
  EXPECT_EQ(count_inverted(world, model, 1).max, 0);
}

/// Springs have no choice of material.
TEST(FemNewtonOnTheProcessor, IsNotOfferedForSprings) {
  FemModel cloth;
  cloth.kind = ElementKind::spring;
  SpringCloth grid{.columns = 4, .rows = 4};
  grid.mesh = grid_mesh(4, 4, glm::vec2(0.5f), glm::vec3(0.0f), {1, 0, 0}, {0, 0, 1});
  grid.pinned.assign(16, 0);
  add_cloth(cloth, grid);
  Exec exec(Backend::serial);
  FemWorld world(exec, cloth, {});
  for (const Parameter& parameter : world.parameters()) EXPECT_NE(parameter.key, "material");
}

EACH_BACKEND(FemNewton);

TEST(FemNewtonOnTheProcessor, HasTheSameBitsOnOneCoreAndOnMany) {
  const Placed<FemModel> model = block_on_ground(3e3f, ElementKind::quadratic);
  std::vector<glm::vec3> found[2];
  for (const Backend backend : {Backend::serial, Backend::tbb}) {
    Exec exec(backend, 3);
    FemWorld world(exec, model, neo_hookean());
    for (int i = 0; i < 10; ++i) world.advance({.steps = 1});
    found[backend == Backend::tbb] = world.positions_m();
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace limber
