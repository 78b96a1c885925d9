// The rows of `bench contact`, with layers few enough for a test.

#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench/contact_rows.h"
#include "app/bench/contact_scenes.h"
#include "scenes/scene.h"

namespace limber {
namespace {

/// They start apart and touch within the measured run; without contacts they intersect.
TEST(BenchContact, PressesItsLayersTogether) {
  Scene scene = open_scene_text("layers", layers_over_ball(8, 0.05f));
  scene.check.after_s = 0.06f;
  scene.check.bounds["crossings"] = {.low = 0.0, .high = 0.0};
  Exec exec(Backend::serial);
  const auto world = scene.build(exec);
  EXPECT_EQ(world->counts().particles, 50 * 8 * 8);
  for (const std::string& failure : run_check(*world, exec, scene.check).failures)
    ADD_FAILURE() << failure;
  world->reset();
  override_parameters(*world, {"contact_distance_m=0"});
  EXPECT_FALSE(run_check(*world, exec, scene.check).failures.empty());
}

TEST(BenchContact, TimesARunBesideOneWithoutContacts) {
  const ContactScene layers{
      .name = "layers",
      .open = [] { return open_scene_text("layers", layers_over_ball(6, 0.05f)); },
      .run_s = 0.03};
  const std::vector<BenchRow> rows = contact_rows(layers, 1);
  const auto row = [&](const std::string& name) {
    const auto found = std::ranges::find(rows, name, &BenchRow::name);
    EXPECT_NE(found, rows.end()) << name;
    return found == rows.end() ? BenchRow{} : *found;
  };
  EXPECT_EQ(row("layers").metric, "ms_per_step");
  EXPECT_GE(row("layers, slowest step").value, row("layers").value);
  EXPECT_EQ(row("layers").baseline, "contacts off");
  EXPECT_DOUBLE_EQ(row("layers").ratio.value_or(0.0),
                   row("layers").baseline_value.value_or(0.0) / row("layers").value);
  EXPECT_EQ(row("layers, crossings at its end").value, 0.0);
  for (const char* stage : {"contact pairs", "contacts of bodies", "hold back"})
    EXPECT_GT(row(std::string("layers, ") + stage).value, 0.0);
  EXPECT_GT(row("layers, at its end").value, 0.0);
}

}  // namespace
}  // namespace limber
