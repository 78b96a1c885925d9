// The rows of `bench frames`, with a scene small enough for a test.

#include <gtest/gtest.h>

#include "app/bench/frame_rows.h"
#include "render/context.h"

namespace limber {
namespace {

TEST(BenchFrames, TimesFramesAndPicturesOfAScene) {
  const std::unique_ptr<Context> context = Context::off_screen();
  Display display(*context);
  const Scene scene = open_scene_text("falling", R"(
    family = "piles"
    [[pile]]
    shape = "ball"
    count = 8
    columns = 2
  )");
  const std::vector<BenchRow> rows =
      frame_rows(scene, Backend::serial, 1, display, glm::ivec2(64, 48));
  ASSERT_GT(rows.size(), 3u);
  EXPECT_EQ(rows[0].name, scene.id + ", picture alone");
  EXPECT_EQ(rows[1].name, scene.id);
  for (const BenchRow& row : {rows[0], rows[1]}) {
    EXPECT_EQ(row.metric, "frames_per_s");
    EXPECT_GT(row.value, 0.0);
    EXPECT_LE(*row.p95, row.value) << "the slow frames";
  }
  double stages_ms = 0.0;
  for (std::size_t i = 2; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].metric, "ms_per_picture") << rows[i].name;
    stages_ms += rows[i].value;
  }
  EXPECT_EQ(rows[3].name, scene.id + ", shadow map");
  EXPECT_GT(stages_ms, 0.0);
  EXPECT_LT(stages_ms, 2e3 / rows[0].value) << "a picture's time";
  EXPECT_DOUBLE_EQ(*rows[1].ratio, rows[1].value / rows[0].value);
}

}  // namespace
}  // namespace limber
