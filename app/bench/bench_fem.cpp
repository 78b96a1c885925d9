// Milliseconds a step of finite elements, and of its stages, beside Weber et al. (2013), table 3.

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/time_steps.h"
#include "scenes/scene.h"

namespace limber {

namespace {

/// 001, table 3: one core of an unnamed CPU, and a GTX 470; 30 iterations.
struct PaperStep {
  std::string scene;
  std::string model;  ///< there; empty: it has no such scene
  double serial_ms = 0.0, cuda_ms = 0.0;
};

const std::vector<PaperStep>& paper_steps() {
  static const std::vector<PaperStep> steps{{"fem/linear", "Pensatore", 713, 33},
                                            {"fem/quadratic", "Armadillo", 1009, 75},
                                            {"fem/bunny-quadratic", "", 0.0, 0.0},
                                            {"fem/cloth", "", 0.0, 0.0}};
  return steps;
}

std::optional<double> paper_ms(const PaperStep& step, Solver solver) {
  if (step.model.empty() || solver == Solver::tbb) return std::nullopt;
  return solver == Solver::serial ? step.serial_ms : step.cuda_ms;
}

BenchRow row_of(const std::string& name, Solver solver, const MedianAndP95& ms) {
  return {.name = name,
          .solver = std::string(name_of(solver)),
          .metric = "ms_per_step",
          .unit = "ms",
          .value = ms.median,
          .p95 = ms.p95};
}

void compare(BenchRow& row, const std::string& baseline, double baseline_ms) {
  row.baseline = baseline;
  row.baseline_value = baseline_ms;
  row.ratio = baseline_ms / row.value;
}

void add_scene(BenchTable& table, const PaperStep& paper, int threads) {
  const Scene scene = open_scene(paper.scene);
  std::optional<double> serial_ms;
  for (const Solver solver : all_solvers) {
    if (solver == Solver::cuda && !device::info().usable) continue;
    Exec exec(solver, threads);
    const auto simulation = scene.build(exec);
    override_parameters(*simulation, {"cg_iterations=30"});
    BenchRow row = row_of(paper.scene, solver, ms_per_step(*simulation, exec));
    row.paper = paper_ms(paper, solver);
    if (!serial_ms) serial_ms = row.value;
    compare(row, "serial", *serial_ms);
    table.rows.push_back(row);
    simulation->reset();
    for (const StageTime& stage : stages_of_step(*simulation, exec))
      table.rows.push_back({.name = fmt::format("{}, {}", paper.scene, stage.label),
                            .solver = row.solver,
                            .metric = "ms",
                            .unit = "ms",
                            .value = stage.ms});
  }
}

/// The paper's methods on the GPU, beside what the scene takes.
void add_methods(BenchTable& table, const PaperStep& paper) {
  if (!device::info().usable) return;
  const Scene scene = open_scene(paper.scene);
  Exec exec(Solver::cuda);
  std::optional<double> plain_ms;
  for (const auto& [method, layout] :
       {std::pair("plain", "bin_csr"), std::pair("merged", "bin_csr"),
        std::pair("merged", "bin_bcsr"), std::pair("merged", "block_sell"),
        std::pair("persistent", "block_sell")}) {
    const auto simulation = scene.build(exec);
    override_parameters(*simulation, {"cg_iterations=30", std::string("cg_method=") + method,
                                      std::string("layout=") + layout});
    BenchRow row = row_of(fmt::format("{}, {} {}", paper.scene, method, layout), Solver::cuda,
                          ms_per_step(*simulation, exec));
    if (!plain_ms) plain_ms = row.value;
    compare(row, "plain bin_csr", *plain_ms);
    table.rows.push_back(row);
  }
}

}  // namespace

BenchTable bench_fem(int threads) {
  BenchTable table{"fem",
                   "milliseconds a step with 30 iterations of conjugate gradients, and of its "
                   "stages; drawing is not in any of them",
                   {}};
  for (const PaperStep& paper : paper_steps()) {
    add_scene(table, paper, threads);
    add_methods(table, paper);
  }
  return table;
}

}  // namespace limber
