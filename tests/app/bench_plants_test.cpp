// The rows of `bench plants`, with a tree small enough for a test.

#include <gtest/gtest.h>

#include <map>

#include "app/bench/plant_rows.h"
#include "kernels/device.h"
#include "kernels/plants/uq.h"
#include "render/context.h"

namespace limber {
namespace {

constexpr PaperRun paper{"plants/small", 10.0, 20, 30, 5.8};

Scene sapling() {
  return open_scene_text("sapling", R"(
    family = "plants"
    [[plant]]
    species = "conifer"
    height_m = 1.5
  )");
}

TEST(BenchPlants, TimesStepsAndFramesOnEveryBackend) {
  const std::unique_ptr<Context> context = Context::off_screen();
  Display display(*context);
  std::map<std::string, BenchRow> rows;
  for (const BenchRow& row : plant_rows(paper, sapling(), 2, &display)) {
    EXPECT_GT(row.value, 0.0) << row.name;
    if (row.metric != "memory") {
      ASSERT_TRUE(row.ratio && row.baseline_value) << row.name;
      const double better =
          row.unit == "ms" ? *row.baseline_value / row.value : row.value / *row.baseline_value;
      EXPECT_DOUBLE_EQ(*row.ratio, better) << row.name;
    }
    EXPECT_TRUE(rows.emplace(row.backend + ", " + row.name, row).second) << row.name;
  }
  ASSERT_EQ(rows.size(), device::info().usable ? 14u : 6u);
  const auto paper_of = [&](const std::string& name) { return rows.at(name).paper; };
  EXPECT_EQ(paper_of("serial, plants/small, step"), std::nullopt);
  EXPECT_EQ(paper_of("tbb, plants/small, step"), 10.0);
  EXPECT_EQ(paper_of("tbb, plants/small, frame without a picture"), std::nullopt);
  EXPECT_EQ(paper_of("tbb, plants/small, frame drawn at 1280x720"), 20.0);
  EXPECT_EQ(rows.at("tbb, plants/small, step").baseline_value,
            rows.at("serial, plants/small, step").value);
  EXPECT_EQ(paper_of("tbb, plants/small, memory"), std::nullopt);
  // The vertex positions alone, twice, need this much.
  Exec exec(Backend::serial);
  const auto world = sapling().build(exec);
  const double places_MB = 1e-6 * 2 * sizeof(Vec3AndValue) * world->draw_list().vertex_count;
  for (const auto& [name, row] : rows) {
    if (row.metric != "memory") continue;
    EXPECT_EQ(row.unit, "MB");
    EXPECT_GT(row.value, places_MB) << name;
    EXPECT_LT(row.value, 40.0 * places_MB) << name;
  }
  if (!device::info().usable) return;
  EXPECT_EQ(paper_of("cuda, plants/small, memory"), 5.8);
  EXPECT_EQ(paper_of("cuda, plants/small, frame drawn at 1280x720"), 30.0);
  EXPECT_EQ(rows.at("cuda, plants/small, step, q on the processor").baseline, "one core");
}

}  // namespace
}  // namespace limber
