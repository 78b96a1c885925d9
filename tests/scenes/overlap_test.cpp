// Steps of systems that overlap on a GPU, against one after the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "scenes/scene.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

struct Overlap {
  const char* scene;
  int systems;  ///< whose steps overlap those of others
};

class OverlappingSteps : public testing::TestWithParam<Overlap> {};

/// Where systems depend on each other, none overlap.
TEST_P(OverlappingSteps, AreAsManyAsExpected) {
  Exec exec(Backend::serial);
  EXPECT_EQ(open_scene(GetParam().scene).build(exec)->overlapping_systems(), GetParam().systems);
}

/// A cloth that holds a dragged ball back by contacts of its own, and a body without contact.
TEST(OverlapOfSystems, IsNoneWhereASystemHoldsCollidersBack) {
  const auto overlapping = [](const char* draggable) {
    Exec exec(Backend::serial);
    return open_scene_text("small", std::string(R"(
title = "Small"
about = "Small."
family = "world"
[settings]
dt_s = 0.002
[settings.cloth]
contact_distance_m = 0.02
[[cloth]]
columns = 5
rows = 5
size_m = [0.4, 0.4]
center_m = [0, 1, 0]
[[solid]]
shape = "box"
size_m = [0.2, 0.2, 0.2]
mesher = "grid"
grid_cells = [2, 2, 2]
center_m = [2, 1, 0]
[[collider]]
shape = "sphere"
center_m = [0, 0.5, 0]
radius_m = 0.2
draggable = )") + draggable + "\n")
        .build(exec)
        ->overlapping_systems();
  };
  EXPECT_EQ(overlapping("true"), 0);
  EXPECT_EQ(overlapping("false"), 1);
}

/// Halfway a ball is shot. While stages are timed, no steps overlap.
TEST_P(OverlappingSteps, On_cuda_GiveTheBitsOfOneAfterTheOther) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec exec(Backend::cuda);
  const Scene scene = open_scene(GetParam().scene);
  const auto overlapping = scene.build(exec), in_turn = scene.build(exec);
  in_turn->set_profiling(true);
  constexpr int frames = 40;
  for (int frame = 0; frame < frames; ++frame) {
    for (World* world : {overlapping.get(), in_turn.get()}) {
      if (frame == frames / 2)
        world->shoot({.from_m = {0.0f, 3.0f, 0.0f}, .velocity_m_s = {0.0f, -2.0f, 0.0f}});
      world->advance({.steps = 8, .blend = frame % 2 == 0 ? 1.0f : 0.5f});
    }
    ASSERT_EQ(overlapping->state_hash(), in_turn->state_hash()) << "frame " << frame;
  }
  EXPECT_TRUE(overlapping->finite_now());
}

INSTANTIATE_TEST_SUITE_P(all, OverlappingSteps,
                         testing::Values(Overlap{"fluid/cloths", 1}, Overlap{"fluid/pool", 0},
                                         Overlap{"joints/machine", 0}, Overlap{"world/bag", 1},
                                         Overlap{"world/beach", 0}, Overlap{"world/blanket", 3},
                                         Overlap{"world/mill", 2}, Overlap{"world/press", 0},
                                         Overlap{"world/rain", 1}, Overlap{"world/toys", 4},
                                         Overlap{"world/trampoline", 2}, Overlap{"world/tree", 3}),
                         [](const auto& overlap) {
                           std::string name = overlap.param.scene;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

}  // namespace
}  // namespace limber
