// Steps a second of rigid piles beside Harada (2007), table 29-1, by stage, and against the number
// of spheres.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/bench/bench.h"
#include "app/bench/time_steps.h"
#include "scenes/scene.h"
#include "sim/piles/piles_system.h"

namespace limber {

namespace {

/// Everything has landed and nothing lies still: the most work that these scenes make.
constexpr double landed_s = 2.0;
constexpr double at_rest_s = 20.0;
/// Of heaps of any size: by then nothing is fast any more; beyond so many spheres it takes too
/// long.
constexpr double calm_s = 8.0;
constexpr int most_spheres_at_rest = 1 << 20;

struct PaperPile {
  std::string scene;
  double steps_per_s;  ///< on a GeForce 8800 GTX
};

const std::vector<PaperPile>& paper_piles() {
  static const std::vector<PaperPile> piles{{"piles/chess", 168},   {"piles/tori", 152},
                                            {"piles/bunnies", 112}, {"piles/bunnies-surface", 133},
                                            {"piles/teapots", 101}, {"piles/teapots-surface", 148}};
  return piles;
}

BenchRow steps_row(const std::string& name, Solver solver, const MedianAndP95& ms) {
  return {.name = name,
          .solver = std::string(name_of(solver)),
          .metric = "steps_per_s",
          .unit = "1/s",
          .value = 1e3 / ms.median,
          .p95 = 1e3 / ms.p95};
}

void add_contacts(BenchTable& table, const BenchRow& steps, PilesSystem& pile) {
  table.rows.push_back({.name = steps.name,
                        .solver = steps.solver,
                        .metric = "contacts_per_s",
                        .unit = "1/s",
                        .value = pile.contacts_now() * steps.value});
}

void add_stages(BenchTable& table, const BenchRow& steps, World& pile, Exec& exec) {
  for (const StageTime& stage : stages_of_step(pile, exec))
    table.rows.push_back({.name = fmt::format("{}, {}", steps.name, stage.label),
                          .solver = steps.solver,
                          .metric = "ms",
                          .unit = "ms",
                          .value = stage.ms});
}

/// Every solver goes on from the same pile, the fastest first, which takes it there.
void add_scene(BenchTable& table, const PaperPile& paper, int threads) {
  const Scene scene = open_scene(paper.scene);
  std::array<std::unique_ptr<Exec>, 3> execs;
  for (const Solver solver : all_solvers)
    if (solver != Solver::cuda || device::info().usable)
      execs[static_cast<int>(solver)] = std::make_unique<Exec>(solver, threads);
  Exec& fastest = *execs[static_cast<int>(best_solver())];
  const auto built = scene.build(fastest);
  World& pile = *built;
  run_until(pile, fastest, landed_s);
  std::optional<double> serial;
  for (const Solver solver : all_solvers) {
    Exec* const exec = execs[static_cast<int>(solver)].get();
    if (!exec) continue;
    pile.switch_to(*exec);
    BenchRow row = steps_row(paper.scene, solver, ms_per_step_from_here(pile, *exec));
    if (solver == Solver::cuda) row.paper = paper.steps_per_s;
    if (!serial) serial = row.value;
    row.baseline = "serial";
    row.baseline_value = serial;
    row.ratio = row.value / *serial;
    table.rows.push_back(row);
    add_contacts(table, row, pile.system<PilesSystem>());
    add_stages(table, row, pile, *exec);
  }
  if (!execs[static_cast<int>(Solver::cuda)]) return;
  run_until(pile, fastest, at_rest_s);
  BenchRow row =
      steps_row(paper.scene + ", at rest", Solver::cuda, ms_per_step_from_here(pile, fastest));
  row.paper = paper.steps_per_s;
  table.rows.push_back(row);
  add_contacts(table, row, pile.system<PilesSystem>());
}

/// The chess pieces of piles/chess, so many, as high a heap on as much more floor.
std::string chess_scene(int pieces) {
  const double floor_m = 2.0 * std::sqrt(pieces / 16384.0);
  return fmt::format(R"(family = "piles"
[[pile]]
shape = "chess"
size_m = 0.1
sphere_diameter_m = 0.03
spheres = 4
density_kg_m3 = 700
count = {}
columns = {}
center_m = [0.0, 0.055, 0.0]
jitter_m = 0.0005
[container]
size_m = [{}, 8.0, {}]
[[collider]]
shape = "ground"
)",
                     pieces, static_cast<int>(floor_m / 0.106), floor_m, floor_m);
}

void add_sizes(BenchTable& table, int threads) {
  const bool gpu = device::info().usable;
  Exec exec(best_solver(), threads);
  for (const int spheres : {4096, 16384, 65536, 262144, 1048576, 4194304}) {
    if (!gpu && spheres > 65536) break;
    const std::string name = fmt::format("piles, {} spheres", spheres);
    const auto built = open_scene_text(name, chess_scene(spheres / 4)).build(exec);
    World& pile = *built;
    run_until(pile, exec, landed_s);
    const BenchRow row = steps_row(name, exec.solver(), ms_per_step_from_here(pile, exec));
    table.rows.push_back(row);
    table.rows.push_back({.name = name,
                          .solver = row.solver,
                          .metric = "sphere_steps_per_s",
                          .unit = "1/s",
                          .value = row.value * spheres});
    add_contacts(table, row, pile.system<PilesSystem>());
    if (!gpu || spheres > most_spheres_at_rest) continue;
    run_until(pile, exec, calm_s);
    table.rows.push_back(
        steps_row(name + ", at rest", exec.solver(), ms_per_step_from_here(pile, exec)));
  }
}

}  // namespace

BenchTable bench_piles(int threads) {
  BenchTable table{"piles",
                   fmt::format("steps a second after {:g} s, when everything has landed, and its "
                               "stages; drawing is not in any of them",
                               landed_s),
                   {}};
  for (const PaperPile& paper : paper_piles()) add_scene(table, paper, threads);
  add_sizes(table, threads);
  return table;
}

}  // namespace limber
