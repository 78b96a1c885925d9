// The rows of `bench grains`, with few grains.

#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench/grain_rows.h"
#include "scenes/scene.h"

namespace limber {
namespace {

TEST(BenchGrains, TimesBothWaysOfContact) {
  Exec exec(Backend::tbb, 2);
  const std::vector<BenchRow> rows = grain_rows(256, exec, 0.05);
  ASSERT_EQ(rows.size(), 6u);
  const auto value = [&](const char* contacts, const char* metric) {
    const auto found = std::ranges::find_if(rows, [&](const BenchRow& row) {
      return row.name == std::string("256 grains, ") + contacts && row.metric == metric;
    });
    EXPECT_NE(found, rows.end()) << contacts << " " << metric;
    return found == rows.end() ? 0.0 : found->value;
  };
  EXPECT_NEAR(value("springs", "ms_per_frame"),
              1.0 / 60.0 / 0.0005 * value("springs", "ms_per_step"),
              1e-3 * value("springs", "ms_per_frame"));
  EXPECT_NEAR(value("positions", "ms_per_frame"), value("positions", "ms_per_step"),
              1e-3 * value("positions", "ms_per_frame"));
  for (const char* contacts : {"springs", "positions"}) {
    EXPECT_GT(value(contacts, "ms_per_step"), 0.0);
    EXPECT_LT(value(contacts, "overlap"), 0.1);
  }
}

TEST(BenchGrains, HasAsManyAsAsked) {
  Exec exec(Backend::serial);
  EXPECT_EQ(open_scene_text("grains", grain_scene(4096)).build(exec)->counts().particles, 4096);
}

}  // namespace
}  // namespace limber
