// A heavy block lodges in a tree: whatever holds it, the rest of the tree goes on moving.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/buffer.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "sim/plants/plants_system.h"
#include "sim/world.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

constexpr const char* block_over_tree = R"(
title = "A block in a tree"
family = "world"
[settings]
dt_s = 0.002
[settings.rigid]
contact_distance_m = 0.012
friction = 0.4
[settings.plant]
contact_distance_m = 0.012
contact_iterations = 8
friction = 0.4
wind_m_s = 2
gust_length_m = 4
[[plant]]
[[rigid]]
size_m = [0.5, 0.1, 0.1]
center_m = [0.3, 3.2, 0]
velocity_m_s = [0, -5.3, 0]
density_kg_m3 = 3000
[[collider]]
shape = "ground"
[check]
)";

class BlockInTree : public EachBackend {
 protected:
  std::vector<PublishedVertex> drawn(World& world) {
    Buffer<PublishedVertex> vertices(exec(), world.draw_list().vertex_count);
    world.advance({.steps = 0, .publish = vertices.view()});
    return vertices.download(exec());
  }
};

TEST_P(BlockInTree, DoesNotStopTheTree) {
  const auto world = open_scene_text("t.toml", block_over_tree).build(exec());
  const auto pass_s = [&](double seconds) {
    for (int step = 0; step < std::lround(seconds / world->dt_s()); step += 5)
      world->advance({.steps = 5});
  };
  JointsSystem& block = world->system<JointsSystem>();
  const auto is_lodged = [&] { return block.poses()[0].position_m.y > 2.0; };
  pass_s(0.9);
  ASSERT_TRUE(is_lodged());
  const std::vector<PublishedVertex> before = drawn(*world);
  double sum_m = 0.0;
  pass_s(0.2);
  const std::vector<PublishedVertex> now = drawn(*world);
  const int plant = static_cast<int>(world->system<PlantsSystem>().counts().vertices);
  for (int i = 0; i < plant; ++i)
    sum_m += static_cast<double>(glm::distance(now[i].position_m, before[i].position_m));
  EXPECT_GT(sum_m / plant, 2e-4);
  ASSERT_TRUE(is_lodged());
  constexpr double block_kg = 15.0, after_a_free_second_m_s = 9.81;
  EXPECT_LT(glm::length(block.momenta()[0].linear_kg_m_s) / block_kg,
            0.5 * after_a_free_second_m_s);
  EXPECT_TRUE(world->finite_now());
}

EACH_BACKEND(BlockInTree);

}  // namespace
}  // namespace limber
