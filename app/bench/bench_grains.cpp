// Milliseconds per step of heaps of single balls, the grains of [Harada07, section 29.3.1], against
// their number, with both contact methods.

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "app/bench/grain_rows.h"
#include "app/bench/time_steps.h"
#include "kernels/device.h"
#include "scenes/scene.h"
#include "sim/parameter.h"

namespace limber {

namespace {

/// By then all have landed and some still move; on the CPU, they have only just landed.
constexpr double grains_landed_s = 1.0, landed_on_processor_s = 0.1;
constexpr int papers_grains = 1 << 14;
constexpr double papers_steps_per_s = 285.0;

double mean_overlap(World& world, Exec& exec) {
  world.request_residuals();
  exec.synchronize();
  return world.residuals().at("overlap");
}

}  // namespace

std::string grain_scene(int grains) {
  const int columns = static_cast<int>(std::lround(std::sqrt(grains / 16)));
  const double side_m = 0.0225 * columns;
  return fmt::format(R"(family = "grains"
[[pile]]
shape = "ball"
sizes = [[0.018, 1], [0.020, 1], [0.022, 1]]
density_kg_m3 = 2000
count = {}
columns = {}
step_m = [0.0222, 0.0222, 0.0222]
center_m = [0.0, 0.012, 0.0]
jitter_m = 0.0001
[container]
size_m = [{}, 2.0, {}]
[[collider]]
shape = "ground"
)",
                     grains, columns, side_m, side_m);
}

std::vector<BenchRow> grain_rows(int grains, Exec& exec, double until_s) {
  std::vector<BenchRow> rows;
  for (const char* contacts : {"springs", "positions"}) {
    const bool springs = contacts == std::string("springs");
    const std::unique_ptr<World> world = open_scene_text("grains", grain_scene(grains)).build(exec);
    override_parameters(*world, {fmt::format("contacts={}", contacts),
                                 fmt::format("dt_s={}", springs ? 0.0005 : bench_frame_s)});
    run_until(*world, exec, until_s);
    const double overlap = mean_overlap(*world, exec);
    const std::string name = fmt::format("{} grains, {}", grains, contacts);
    BenchRow step = row_of_steps(name, exec.backend(), ms_per_step_from_here(*world, exec));
    if (springs && grains == papers_grains && exec.backend() == Backend::cuda)
      step.paper = 1e3 / papers_steps_per_s;
    rows.push_back(step);
    const auto add = [&](const char* metric, const char* unit, double value) {
      rows.push_back(
          {.name = name, .backend = step.backend, .metric = metric, .unit = unit, .value = value});
    };
    add("ms_per_frame", "ms", step.value * bench_frame_s / world->dt_s());
    add("overlap", "of the diameter", overlap);
  }
  return rows;
}

BenchTable bench_grains(int threads) {
  BenchTable table{
      "grains",
      fmt::format(
          "milliseconds for heaps of single balls of three sizes, sixteen deep, {:g} s after their "
          "release ({:g} s on CPUs); a frame is 1/60 s, and overlaps are means over contacts",
          grains_landed_s, landed_on_processor_s),
      {}};
  const auto add = [&](std::vector<BenchRow> rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  const bool gpu = device::info().usable;
  for (const Backend backend : all_backends) {
    if (backend == Backend::cuda && !gpu) continue;
    Exec exec(backend, threads);
    const int max_grains = backend == Backend::cuda ? 1 << 22 : papers_grains;
    for (int grains = papers_grains; grains <= max_grains; grains *= 4)
      add(grain_rows(grains, exec,
                     backend == Backend::cuda ? grains_landed_s : landed_on_processor_s));
  }
  if (!gpu) return table;
  Exec exec(Backend::cuda, threads);
  for (const char* id : {"grains/heap", "grains/hourglass", "grains/drum", "grains/million"})
    table.rows.push_back(row_of_scene(id, exec, grains_landed_s));
  return table;
}

}  // namespace limber
