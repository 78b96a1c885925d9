// Plants in scenes, as in [Wang20, table 4]: its columns q, FPS and mem.

#include <fmt/format.h>

#include "app/bench/drawn_frames.h"
#include "app/bench/measured_scene.h"
#include "app/bench/plant_rows.h"
#include "app/bench/time_steps.h"
#include "app/drawn_session.h"
#include "kernels/buffer.h"
#include "kernels/memory_use.h"

namespace limber {

namespace {

constexpr PaperRun paper_runs[]{{"plants/conifer", 16.73, 35, 60, 5.8},
                                {"plants/peach", 29.41, 4, 20, 119.6},
                                {"plants/broadleaf", 35.01, 6, 29, 150.9},
                                {"plants/hemlock", 71.43, 4, 15, 165.2},
                                {"plants/sketch", 11.34, 11, 70, 29.7},
                                {"plants/forest", 20, 12, 50},
                                {"plants/dragon", 0.5, 16, 52}};

/// A backend, and where q is computed if it is the GPU.
struct Place {
  Backend backend;
  const char* q = "gpu";
  std::string suffix() const { return std::string(q) == "cpu" ? ", q on the processor" : ""; }
};

BenchRow row_of(const std::string& name, const Place& place, const std::string& metric,
                const MedianAndP95& measured) {
  return {.name = name + place.suffix(),
          .backend = std::string(name_of(place.backend)),
          .metric = metric,
          .unit = metric == "ms_per_step" ? "ms" : "frames/s",
          .value = measured.median,
          .p95 = measured.p95};
}

class PlantRun {
 public:
  PlantRun(const PaperRun& paper, const Scene& scene, const Place& place, int threads)
      : paper_(paper), place_(place), session_(place.backend, threads), bytes_before_(bytes()) {
    session_.open(scene);
    override_parameters(session_.world(), {std::string("q=") + place.q});
  }

  BenchRow step() {
    BenchRow row = row_of(fmt::format("{}, step", paper_.scene), place_, "ms_per_step",
                          ms_per_step(session_.world(), session_.exec()));
    if (place_.backend != Backend::serial) row.paper = paper_.q_ms;
    return row;
  }

  /// Device memory of the simulation and its vertices, without the buffers for drawing.
  BenchRow memory() const {
    return {.name = fmt::format("{}, memory", paper_.scene) + place_.suffix(),
            .backend = std::string(name_of(place_.backend)),
            .metric = "memory",
            .unit = "MB",
            .value = 1e-6 * static_cast<double>(bytes() - bytes_before_),
            .paper = place_.backend == Backend::cuda ? paper_.memory_MB : std::nullopt};
  }

  /// Steps, vertices and normals, without drawing.
  BenchRow frame() {
    Exec& exec = session_.exec();
    Buffer<PublishedVertex> out(exec, session_.world().draw_list().vertex_count);
    BenchRow row = row_of(fmt::format("{}, frame without a picture", paper_.scene), place_,
                          "frames_per_s", frames_per_s([&] {
                            session_.advance(bench_frame_s, out.view(), -1);
                            exec.synchronize();
                          }));
    session_.advance(0.0, {}, -1);
    exec.synchronize();  // before the buffer is freed
    return row;
  }

  BenchRow drawn(Display& display) {
    DrawnSession drawn(session_, display);
    BenchRow row = row_of(fmt::format("{}, frame drawn at {}x{}", paper_.scene, bench_picture_px.x,
                                      bench_picture_px.y),
                          place_, "frames_per_s", frames_per_s([&] {
                            drawn.frame(bench_frame_s, bench_picture_px);
                            display.renderer().wait_for_the_picture_before();
                          }));
    row.paper =
        place_.backend == Backend::cuda ? paper_.cuda_frames_per_s : paper_.tbb_frames_per_s;
    return row;
  }

 private:
  std::size_t bytes() const {
    return bytes_held(place_.backend == Backend::cuda ? Memory::device : Memory::host);
  }

  const PaperRun& paper_;
  Place place_;
  Session session_;
  std::size_t bytes_before_;
};

/// Adds a row, compared with the first row of the same metric.
void add(std::vector<BenchRow>& rows, BenchRow row, const std::string& baseline,
         std::optional<double>& baseline_value) {
  if (!baseline_value) baseline_value = row.value;
  const double better =
      row.metric == "ms_per_step" ? *baseline_value / row.value : row.value / *baseline_value;
  row.baseline = baseline;
  row.baseline_value = baseline_value;
  row.ratio = better;
  rows.push_back(std::move(row));
}

std::vector<Place> places() {
  std::vector<Place> all{{Backend::serial}, {Backend::tbb}};
  if (device::info().usable) {
    all.push_back({Backend::cuda});
    all.push_back({Backend::cuda, "cpu"});
  }
  return all;
}

}  // namespace

std::vector<BenchRow> plant_rows(const PaperRun& paper, const Scene& scene, int threads,
                                 Display* display) {
  std::vector<BenchRow> rows;
  std::optional<double> one_core_ms, all_cores_per_s, all_cores_drawn_per_s;
  for (const Place& place : places()) {
    PlantRun run(paper, scene, place, threads);
    add(rows, run.step(), "one core", one_core_ms);
    rows.push_back(run.memory());
    if (place.backend == Backend::serial) continue;
    add(rows, run.frame(), "all cores", all_cores_per_s);
    if (display) add(rows, run.drawn(*display), "all cores", all_cores_drawn_per_s);
  }
  return rows;
}

BenchTable bench_plants(int threads) {
  BenchTable table{"plants",
                   "milliseconds per step without drawing, memory, and frames of 1/60 s with and "
                   "without a picture",
                   {}};
  const std::unique_ptr<Context> context = context_for_pictures();
  std::unique_ptr<Display> display;
  if (context) display = std::make_unique<Display>(*context);
  for (const PaperRun& paper : paper_runs)
    for (BenchRow& row : plant_rows(paper, open_measured(paper.scene), threads, display.get()))
      table.rows.push_back(std::move(row));
  return table;
}

}  // namespace limber
