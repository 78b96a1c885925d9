// Scenes in which systems of several kinds meet: the same bits on one core and on many, until
// things have met. The longest take some ten seconds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/scene.h"

namespace limber {
namespace {

class MixedScene : public testing::TestWithParam<std::string> {};

TEST_P(MixedScene, HasTheSameBitsOnOneCoreAndOnMany) {
  const Scene scene = open_scene(GetParam());
  Exec serial(Solver::serial), tbb(Solver::tbb, 3);
  const auto one = scene.build(serial), many = scene.build(tbb);
  const std::uint64_t start = one->state_hash();
  constexpr int parts = 6;  // to be told early
  for (int part = 0; part < parts; ++part) {
    const int steps = static_cast<int>(std::lround(0.4 / (parts * one->dt_s())));
    one->advance({.steps = steps});
    many->advance({.steps = steps});
    ASSERT_EQ(one->state_hash(), many->state_hash()) << "in part " << part;
  }
  EXPECT_NE(one->state_hash(), start);
  EXPECT_TRUE(one->finite_now());
}

INSTANTIATE_TEST_SUITE_P(all, MixedScene,
                         testing::Values("world/blanket", "world/knot", "world/mill", "world/press",
                                         "world/toys", "world/trampoline", "world/tree"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

}  // namespace
}  // namespace limber
