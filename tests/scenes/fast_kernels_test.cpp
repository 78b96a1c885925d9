// Fast kernels of the GPU against the plain ones that serial and TBB run, on scenes in which bodies
// touch from the start: only the order of sums differs.

#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/scene.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

struct FastCase {
  const char* scene;
  const char* what;  ///< for the test's name
  int steps;
  double apart_m;  ///< at most
};

std::vector<PublishedVertex> drawn_after(const FastCase& now, Exec& exec) {
  const auto world = open_scene(now.scene).build(exec);
  Buffer<PublishedVertex> out(exec, world->draw_list().vertex_count);
  world->advance({.steps = now.steps, .publish = out.view()});
  return out.download(exec);
}

class FastKernels : public testing::TestWithParam<FastCase> {};

TEST_P(FastKernels, MoveAsPlainOnesDo) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec fast(Backend::cuda), plain(Backend::cuda);
  plain.set_fast_kernels(false);
  if (!fast.fast_kernels()) GTEST_SKIP() << "the parity build runs plain ones alone";
  const auto a = drawn_after(GetParam(), fast), b = drawn_after(GetParam(), plain);
  const auto start =
      drawn_after({.scene = GetParam().scene, .what = "", .steps = 0, .apart_m = 0}, plain);
  ASSERT_EQ(a.size(), b.size());
  float apart_m = 0.0f, moved_m = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) {
    apart_m = std::max(apart_m, glm::distance(a[i].position_m, b[i].position_m));
    moved_m = std::max(moved_m, glm::distance(b[i].position_m, start[i].position_m));
  }
  RecordProperty("apart_m", std::to_string(apart_m));
  EXPECT_LT(apart_m, GetParam().apart_m);
  EXPECT_GT(moved_m, 10.0f * apart_m);
}

INSTANTIATE_TEST_SUITE_P(cuda, FastKernels,
                         testing::Values(FastCase{"joints/stack", "RigidContacts", 16, 1e-6},
                                         FastCase{"joints/heavy", "Descent", 16, 1e-6},
                                         FastCase{"joints/mail", "DescentOfMany", 4, 1e-6},
                                         FastCase{"joints/mail", "DescentOfACrowdedBody", 24, 1e-5},
                                         FastCase{"plants/visit", "PlantsThatTouch", 32, 1e-5},
                                         FastCase{"plants/hemlock", "PlantsInTheWind", 32, 1e-5}),
                         [](const auto& now) { return now.param.what; });

}  // namespace
}  // namespace limber
