// Frame rates of all scenes.

#include <fmt/format.h>

#include "app/bench/drawn_frames.h"
#include "app/bench/frame_rows.h"
#include "app/bench/measured_scene.h"
#include "app/bench/time_steps.h"
#include "app/drawn_session.h"
#include "app/standard_streams.h"
#include "kernels/device.h"

namespace limber {

std::vector<BenchRow> frame_rows(const Scene& scene, Backend backend, int threads, Display& display,
                                 glm::ivec2 size_px) {
  constexpr double moving_s = 1.0;
  Session session(backend, threads);
  session.open(scene);
  run_until(session.world(), session.exec(), moving_s);
  DrawnSession drawn(session, display);
  const auto row_of = [&](const std::string& name, double frame_s) {
    const MedianAndP95 rate = frames_per_s([&] {
      drawn.frame(frame_s, size_px);
      display.renderer().wait_for_the_picture_before();
    });
    return BenchRow{.name = name,
                    .backend = std::string(name_of(backend)),
                    .metric = "frames_per_s",
                    .unit = "frames/s",
                    .value = rate.median,
                    .p95 = rate.p95};
  };
  std::vector<BenchRow> rows{row_of(scene.id + ", picture alone", 0.0),
                             row_of(scene.id, bench_frame_s)};
  const auto picture = [&] {
    drawn.frame(0.0, size_px);
    display.renderer().wait_for_the_picture_before();
    return display.renderer().stages();
  };
  display.renderer().time_stages(true);
  for (const StageTime& stage : median_stages(picture))
    rows.push_back({.name = fmt::format("{}, {}", scene.id, stage.label),
                    .backend = rows[0].backend,
                    .metric = "ms_per_picture",
                    .unit = "ms",
                    .value = stage.ms});
  display.renderer().time_stages(false);
  rows[1].baseline = "picture alone";
  rows[1].baseline_value = rows[0].value;
  rows[1].ratio = rows[1].value / rows[0].value;
  return rows;
}

BenchTable bench_frames(int threads) {
  constexpr glm::ivec2 size_px(1920, 1080);
  BenchTable table{"frames",
                   fmt::format("frames of 1/60 s per second, drawn at {}x{} off screen with all "
                               "effects, after a second",
                               size_px.x, size_px.y),
                   {}};
  if (!device::info().usable) {
    say("frames are left out: they need a GPU\n");
    return table;
  }
  const std::unique_ptr<Context> context = context_for_pictures();
  if (!context) return table;
  Display display(*context);
  for (const SceneEntry& entry : list_scenes())
    for (BenchRow& row :
         frame_rows(open_measured(entry.id), Backend::cuda, threads, display, size_px))
      table.rows.push_back(std::move(row));
  return table;
}

}  // namespace limber
