// The drawn steps of `bench piles`, with a heap small enough for a test.

#include <gtest/gtest.h>

#include "app/bench/pile_rows.h"
#include "kernels/device.h"
#include "render/context.h"

namespace limber {
namespace {

TEST(BenchPiles, DrawsEveryStep) {
  const std::unique_ptr<Context> context = Context::off_screen();
  Display display(*context);
  Session session(best_backend(), 2);
  session.open(open_scene_text("heap", R"(
    family = "piles"
    [settings]
    dt_s = 0.0005
    [[pile]]
    shape = "torus"
    spheres = 6
    count = 8
    columns = 2
    [[collider]]
    shape = "ground"
  )"));
  const BenchRow row = drawn_pile_row({"piles/small", 100, 50}, session, display);
  EXPECT_EQ(row.name, "piles/small, every step drawn at 1280x720");
  EXPECT_EQ(row.metric, "frames_per_s");
  EXPECT_EQ(row.paper, device::info().usable ? std::optional(50.0) : std::nullopt);
  // Half a second, or thirty frames, after a warm-up; each is one simulation step.
  EXPECT_GE(session.steps_done(), 50);
  EXPECT_LT(session.steps_done(), 2.0 * (20 + 30 + 0.5 * row.value));
  EXPECT_NEAR(session.world().time_s(), 0.0005 * static_cast<double>(session.steps_done()), 1e-6);
}

}  // namespace
}  // namespace limber
