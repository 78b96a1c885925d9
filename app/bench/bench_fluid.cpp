// Milliseconds per step of water with both methods, by stage and against the number of particles,
// compared with [Harada07, section 29.3]; and of the shipped scenes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "app/bench/bench.h"
#include "app/bench/fluid_rows.h"
#include "app/bench/time_steps.h"
#include "kernels/device.h"
#include "scenes/scene.h"
#include "sim/fluid/fluid_system.h"

namespace limber {

namespace {

/// By then the dam has broken, and the water has spread over the basin.
constexpr double broken_s = 0.5, broken_on_processor_s = 0.1;
constexpr int papers_particles = 1 << 20;

double density_error(World& world, const Exec& exec) {
  FluidSystem& fluid = world.system<FluidSystem>();
  fluid.request_residuals();
  exec.synchronize();
  return fluid.residuals().at("density_error");
}

}  // namespace

std::string dam_scene(int particles) {
  // Twice as high as long and as wide as long, in whole spacings.
  constexpr double spacing_m = 0.02;
  const int along = std::max(static_cast<int>(std::lround(std::cbrt(particles / 4.0))), 1);
  const double length_m = spacing_m * along;
  return fmt::format(R"(family = "fluid"
[settings]
viscosity_m2_s = 0.0001
[[fluid]]
center_m = [{0}, {1}, 0.0]
size_m = [{1}, {2}, {2}]
spacing_m = {3}
[container]
size_m = [{4}, {5}, {2}]
[[collider]]
shape = "ground"
)",
                     -2.0 * length_m, length_m, 2.0 * length_m, spacing_m, 5.0 * length_m,
                     3.0 * length_m);
}

std::vector<BenchRow> fluid_rows(int particles, const std::string& method, Exec& exec,
                                 double until_s) {
  const std::unique_ptr<World> world = open_scene_text("dam", dam_scene(particles)).build(exec);
  const std::string name = fmt::format("{}, {} particles", method, world->counts().particles);
  override_parameters(*world, {"method=" + method});
  if (method == "sph") override_parameters(*world, {"dt_s=0.0005", "sound_m_s=24"});
  run_until(*world, exec, until_s);
  BenchRow row = row_of_steps(name, exec.backend(), ms_per_step_from_here(*world, exec));
  if (method == "sph" && particles == papers_particles && exec.backend() == Backend::cuda)
    row.paper = 1e3 / 1.2;
  std::vector<BenchRow> rows{row};
  for (const StageTime& stage : stages_of_step(*world, exec))
    rows.push_back({.name = fmt::format("{}, {}", name, stage.label),
                    .backend = row.backend,
                    .metric = "ms",
                    .unit = "ms",
                    .value = stage.ms});
  rows.push_back({.name = name + ", density error",
                  .backend = row.backend,
                  .metric = "share",
                  .unit = "1",
                  .value = density_error(*world, exec)});
  return rows;
}

BenchTable bench_fluid(int threads) {
  BenchTable table{"fluid",
                   fmt::format("milliseconds per step of a dam, {:g} s after it broke ({:g} s on "
                               "CPUs), and of scenes, of which a frame of 1/60 s has eight steps",
                               broken_s, broken_on_processor_s),
                   {}};
  const auto add = [&](std::vector<BenchRow> rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  const bool gpu = device::info().usable;
  for (const Backend backend : all_backends) {
    if (backend == Backend::cuda && !gpu) continue;
    Exec exec(backend, threads);
    const int max_particles = backend == Backend::cuda ? 1 << 22 : 1 << 14;
    for (int particles = 1 << 14; particles <= max_particles; particles *= 4)
      for (const char* method : {"dfsph", "sph"})
        add(fluid_rows(particles, method, exec,
                       backend == Backend::cuda ? broken_s : broken_on_processor_s));
  }
  Exec exec(best_backend(), threads);
  for (const char* id : {"fluid/splash", "fluid/honey", "fluid/tank", "fluid/fountain",
                         "fluid/glasses", "fluid/pool", "fluid/cloths", "fluid/dam"}) {
    if (!gpu && std::string(id) != "fluid/splash") continue;
    table.rows.push_back(row_of_scene(id, exec, 1.0));
  }
  return table;
}

}  // namespace limber
