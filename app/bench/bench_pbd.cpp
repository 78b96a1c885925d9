// Steps per second of position based dynamics, compared with table 1 of [Fratarcangeli14] and of
// [Fratarcangeli13], and the residual of Gauss-Seidel and averaged Jacobi against time
// [Fratarcangeli13, figure 5].

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/measured_scene.h"
#include "app/bench/papers.h"
#include "app/bench/pbd_rows.h"
#include "app/bench/time_steps.h"

namespace limber {

namespace {

const std::string papers_method = "method=gauss_seidel";  // scenes to watch may use another

/// Steps per second: the median and the slow percentile.
MedianAndP95 steps_per_s(World& simulation, Exec& exec) {
  const MedianAndP95 ms = ms_per_step(simulation, exec);
  return {1e3 / ms.median, 1e3 / ms.p95};
}

/// Which contacts are measured: the papers have no self-collision of cloth, and the times of
/// [Fratarcangeli13] include no contacts at all.
struct SceneSettings {
  const char* name;
  std::vector<std::string> settings;
};

/// Steps on every available backend; serial comes first, as the baseline.
void add_scene(BenchTable& table, const PaperScene& paper, const SceneSettings& variant,
               bool as_paper, int threads) {
  const Scene scene = open_measured(paper.scene);
  std::optional<double> serial;
  for (Backend backend : all_backends) {
    if (backend == Backend::cuda && !device::info().usable) continue;
    Exec exec(backend, threads);
    const auto simulation = scene.build(exec);
    override_parameters(*simulation, {papers_method});
    override_parameters(*simulation, variant.settings);
    const MedianAndP95 rate = steps_per_s(*simulation, exec);
    BenchRow row{.name = paper.scene + variant.name,
                 .backend = std::string(name_of(backend)),
                 .metric = "steps_per_s",
                 .unit = "1/s",
                 .value = rate.median,
                 .p95 = rate.p95,
                 .baseline = "serial"};
    if (as_paper) row.paper = paper.of(backend);
    if (!serial) serial = row.value;
    row.baseline_value = serial;
    row.ratio = row.value / *serial;
    table.rows.push_back(row);
  }
}

/// The same on the GPU with one launch per colour, compared with the default there: clusters of
/// constraints in shared memory.
void add_launches(BenchTable& table, const PaperScene& paper, const SceneSettings& variant) {
  if (!device::info().usable) return;
  const Scene scene = open_measured(paper.scene);
  Exec exec(Backend::cuda);
  const auto rate = [&](const char* clusters) {
    const auto simulation = scene.build(exec);
    override_parameters(*simulation, {papers_method});
    override_parameters(*simulation, variant.settings);
    override_parameters(*simulation, {std::string("clusters=") + clusters});
    return steps_per_s(*simulation, exec).median;
  };
  const double launches = rate("false"), clusters = rate("true");
  table.rows.push_back({.name = paper.scene + variant.name + ", clusters",
                        .backend = "cuda",
                        .metric = "steps_per_s",
                        .unit = "1/s",
                        .value = clusters,
                        .baseline = "a launch a colour",
                        .baseline_value = launches,
                        .ratio = clusters / launches});
}

/// Residual stretch of hanging cloths after two seconds, against the iterations per step and their
/// cost, on the fastest backend. Stretch constraints only: bending, wind and contacts counteract
/// them and would blur the residual.
void add_convergence(BenchTable& table, int threads) {
  const Scene scene = open_measured("cloth/flags");
  Exec exec(best_backend(), threads);
  const std::string backend(name_of(exec.backend()));
  for (const char* method : {"gauss_seidel", "jacobi"}) {
    for (const int iterations : {1, 2, 4, 8, 16, 32, 64}) {
      const auto simulation = scene.build(exec);
      override_parameters(
          *simulation, {"bending_stiffness=0", "collisions=false", "air_kg_m3=0", "damping_per_s=2",
                        std::string("method=") + method, fmt::format("iterations={}", iterations)});
      simulation->advance({200, 1.0f, {}, -1});
      simulation->request_residuals();
      exec.synchronize();
      const double residual_m = simulation->residuals().at("stretch");
      const double step_s = 1.0 / steps_per_s(*simulation, exec).median;
      const std::string name = fmt::format("cloth/flags, {} {}", method, iterations);
      table.rows.push_back({.name = name + ", stretch residual",
                            .backend = backend,
                            .metric = "residual_m",
                            .unit = "m",
                            .value = residual_m});
      table.rows.push_back({.name = name,
                            .backend = backend,
                            .metric = "ms_per_step",
                            .unit = "ms",
                            .value = 1e3 * step_s});
    }
  }
}

}  // namespace

std::vector<BenchRow> cube_rows(int threads) {
  const Scene scene = open_measured("volume/cube");
  Exec exec(best_backend(), threads);
  const std::string backend(name_of(exec.backend()));
  const auto simulation = scene.build(exec);
  override_parameters(*simulation, {"step_budget_ms=0", "iterations=64"});
  constexpr double touched_m = 1e-4;  // initial residual
  std::vector<ConvergenceCurve> curves;
  for (int step = 0; step < 60; ++step) {
    simulation->advance({1, 1.0f, {}, -1});
    exec.synchronize();
    simulation->poll_step_time();
    simulation->request_convergence();
    exec.synchronize();
    curves = simulation->convergence();
    if (curves.front().residual.front() > touched_m) break;
  }
  std::vector<BenchRow> rows;
  for (const ConvergenceCurve& curve : curves) {
    const auto comma = curve.label.find(", ");
    const std::string type = curve.label.substr(0, comma);
    const char* method = comma == std::string::npos ? "gauss_seidel" : "jacobi";
    for (const int iterations : {1, 2, 4, 8, 16, 32, 64}) {
      const std::string name = fmt::format("volume/cube, {} {}", method, iterations);
      rows.push_back({.name = fmt::format("{}, {} residual", name, type),
                      .backend = backend,
                      .metric = type == "volume" ? "residual_m3" : "residual_m",
                      .unit = curve.unit,
                      .value = curve.residual.at(iterations / curve.stride)});
      if (type == "stretch")
        rows.push_back({.name = name,
                        .backend = backend,
                        .metric = "ms_per_step",
                        .unit = "ms",
                        .value = iterations * curve.ms_per_iteration});
    }
  }
  return rows;
}

BenchTable bench_pbd(int threads) {
  BenchTable table{"pbd", "steps per second at the papers' iterations, without drawing", {}};
  const SceneSettings whole{"", {}};
  const SceneSettings solids{", solids only", {"contact_distance_m=0"}};
  const SceneSettings none{", no contacts", {"contact_distance_m=0", "collisions=false"}};
  for (const PaperScene& paper : paper_scenes()) {
    if (paper.body_on_body) add_scene(table, paper, whole, false, threads);
    add_scene(table, paper, paper.contacts ? solids : none, true, threads);
    add_launches(table, paper, paper.contacts ? solids : none);
  }
  add_convergence(table, threads);
  const std::vector<BenchRow> cubes = cube_rows(threads);
  table.rows.insert(table.rows.end(), cubes.begin(), cubes.end());
  return table;
}

}  // namespace limber
