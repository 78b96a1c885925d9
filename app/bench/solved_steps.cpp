#include "app/bench/solved_steps.h"

#include <fmt/format.h>

#include "app/bench/measured_scene.h"
#include "app/bench/time_steps.h"

namespace limber {

namespace {

std::optional<double> paper_ms(const SolvedScene& timed, Backend backend) {
  if (backend == Backend::tbb) return std::nullopt;
  return backend == Backend::serial ? timed.serial_ms : timed.cuda_ms;
}

}  // namespace

Scene SolvedScene::open() const {
  return text.empty() ? open_measured(scene) : open_scene_text(scene, text);
}

void add_solved_scene(BenchTable& table, const SolvedScene& timed, int threads,
                      const std::function<void(World&, Exec&)>& more) {
  const Scene scene = timed.open();
  std::optional<double> serial_ms;
  for (const Backend backend : all_backends) {
    if (backend == Backend::cuda && !device::info().usable) continue;
    Exec exec(backend, threads);
    const auto simulation = scene.build(exec);
    override_parameters(*simulation, timed.settings);
    BenchRow row = row_of_steps(timed.name(), backend, ms_per_step(*simulation, exec));
    row.paper = paper_ms(timed, backend);
    if (!serial_ms) serial_ms = row.value;
    compare(row, "serial", *serial_ms);
    table.rows.push_back(row);
    simulation->reset();
    for (const StageTime& stage : stages_of_step(*simulation, exec))
      table.rows.push_back({.name = fmt::format("{}, {}", timed.name(), stage.label),
                            .backend = row.backend,
                            .metric = "ms",
                            .unit = "ms",
                            .value = stage.ms});
    if (!more) continue;
    simulation->reset();
    more(*simulation, exec);
  }
}

void add_solver_methods(BenchTable& table, const SolvedScene& timed) {
  if (!device::info().usable) return;
  const Scene scene = timed.open();
  Exec exec(Backend::cuda);
  std::optional<double> plain_ms;
  for (const auto& [method, layout] :
       {std::pair("plain", "bin_csr"), std::pair("merged", "bin_csr"),
        std::pair("merged", "bin_bcsr"), std::pair("merged", "block_sell"),
        std::pair("persistent", "block_sell")}) {
    const auto simulation = scene.build(exec);
    std::vector<std::string> settings = timed.settings;
    settings.push_back(std::string("cg_method=") + method);
    settings.push_back(std::string("layout=") + layout);
    override_parameters(*simulation, settings);
    BenchRow row = row_of_steps(fmt::format("{}, {} {}", timed.name(), method, layout),
                                Backend::cuda, ms_per_step(*simulation, exec));
    if (!plain_ms) plain_ms = row.value;
    compare(row, "plain bin_csr", *plain_ms);
    table.rows.push_back(row);
  }
}

}  // namespace limber
