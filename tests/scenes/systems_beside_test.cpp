// The steps of systems that run beside each other on a GPU, against one after the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "scenes/scene.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class SystemsOn_cuda : public testing::TestWithParam<std::string> {};

/// While stages are timed, they step one after the other.
TEST_P(SystemsOn_cuda, StepBesideEachOtherAsOneAfterTheOther) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec exec(Backend::cuda);
  const Scene scene = open_scene(GetParam());
  const auto beside = scene.build(exec), one_by_one = scene.build(exec);
  one_by_one->set_profiling(true);
  for (int frame = 0; frame < 40; ++frame) {
    beside->advance({.steps = 8});
    one_by_one->advance({.steps = 8});
    ASSERT_EQ(beside->state_hash(), one_by_one->state_hash()) << "frame " << frame;
  }
  EXPECT_TRUE(beside->finite_now());
}

INSTANTIATE_TEST_SUITE_P(all, SystemsOn_cuda,
                         testing::Values("fluid/cloths", "fluid/pool", "joints/machine",
                                         "world/bag", "world/beach", "world/blanket", "world/mill",
                                         "world/press", "world/rain", "world/toys",
                                         "world/trampoline", "world/tree"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

}  // namespace
}  // namespace limber
