// The rows of `bench fluid`, with little water.

#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench/fluid_rows.h"
#include "scenes/scene.h"

namespace limber {
namespace {

TEST(BenchFluid, TimesStepsAndStages) {
  Exec exec(Backend::tbb, 2);
  for (const char* method : {"dfsph", "sph"}) {
    const std::vector<BenchRow> rows = fluid_rows(500, method, exec, 0.02);
    const std::string name = std::string(method) + ", 500 particles";
    const auto value = [&](const std::string& row) {
      const auto found = std::ranges::find(rows, row, &BenchRow::name);
      EXPECT_NE(found, rows.end()) << row;
      return found == rows.end() ? 0.0 : found->value;
    };
    EXPECT_GT(value(name), 0.0);
    for (const char* stage : {"sort", "forces", "density", "move"})
      EXPECT_GT(value(name + ", " + stage), 0.0) << stage;
    EXPECT_LT(value(name + ", density error"), 0.05);
    EXPECT_EQ(std::ranges::count(rows, std::string("ms_per_step"), &BenchRow::metric), 1);
  }
}

TEST(BenchFluid, HasAboutAsManyParticlesAsAsked) {
  Exec exec(Backend::serial);
  for (const int particles : {1 << 14, 1 << 16})
    EXPECT_NEAR(open_scene_text("dam", dam_scene(particles)).build(exec)->counts().particles,
                particles, 0.1 * particles);
}

}  // namespace
}  // namespace limber
