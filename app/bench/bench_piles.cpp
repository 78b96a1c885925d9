// Steps per second of rigid piles, compared with [Harada07, table 29-1], by stage, and against the
// number of spheres.

#include <fmt/format.h>

#include <cmath>

#include "app/bench/drawn_frames.h"
#include "app/bench/measured_scene.h"
#include "app/bench/pile_rows.h"
#include "app/bench/time_steps.h"
#include "app/drawn_session.h"
#include "sim/piles/piles_system.h"

namespace limber {

namespace {

/// By then everything has landed and nothing is at rest: the worst case of these scenes.
constexpr double landed_s = 2.0;
constexpr double at_rest_s = 20.0;
/// For heaps: by then nothing moves fast any more; with more spheres it takes too long.
constexpr double calm_s = 8.0;
constexpr int max_spheres_at_rest = 1 << 20;

const std::vector<PaperPile>& paper_piles() {
  static const std::vector<PaperPile> piles{
      {"piles/chess", 168, 44},       {"piles/tori", 152, 68}, {"piles/bunnies", 112},
      {"piles/bunnies-surface", 133}, {"piles/teapots", 101},  {"piles/teapots-surface", 148}};
  return piles;
}

BenchRow steps_row(const std::string& name, Backend backend, const MedianAndP95& ms) {
  return {.name = name,
          .backend = std::string(name_of(backend)),
          .metric = "steps_per_s",
          .unit = "1/s",
          .value = 1e3 / ms.median,
          .p95 = 1e3 / ms.p95};
}

BenchRow contacts_row(const BenchRow& steps, PilesSystem& pile) {
  return {.name = steps.name,
          .backend = steps.backend,
          .metric = "contacts_per_s",
          .unit = "1/s",
          .value = pile.contacts_now() * steps.value};
}

}  // namespace

BenchRow drawn_pile_row(const PaperPile& paper, Session& session, Display& display) {
  DrawnSession drawn(session, display);
  const MedianAndP95 rate = frames_per_s([&] {
    drawn.step(1, bench_picture_px);
    display.renderer().wait_for_the_picture_before();
  });
  BenchRow row{.name = fmt::format("{}, every step drawn at {}x{}", paper.scene, bench_picture_px.x,
                                   bench_picture_px.y),
               .backend = std::string(name_of(session.backend())),
               .metric = "frames_per_s",
               .unit = "frames/s",
               .value = rate.median,
               .p95 = rate.p95};
  if (session.backend() == Backend::cuda) row.paper = paper.drawn_steps_per_s;
  return row;
}

/// Every backend continues from the same pile; the fastest comes first, and simulates it up to
/// there.
std::vector<BenchRow> pile_rows(const PaperPile& paper, const Scene& scene, int threads,
                                Display* display) {
  Session session(best_backend(), threads);
  session.open(scene);
  World& world = session.world();
  PilesSystem& pile = world.system<PilesSystem>();
  run_until(world, session.exec(), landed_s);
  std::vector<BenchRow> rows;
  std::optional<double> serial;
  for (const Backend backend : all_backends) {
    if (backend == Backend::cuda && !device::info().usable) continue;
    session.switch_to(backend);
    BenchRow row = steps_row(paper.scene, backend, ms_per_step_from_here(world, session.exec()));
    if (backend == Backend::cuda) row.paper = paper.steps_per_s;
    if (!serial) serial = row.value;
    row.baseline = "serial";
    row.baseline_value = serial;
    row.ratio = row.value / *serial;
    rows.push_back(row);
    rows.push_back(contacts_row(row, pile));
    for (const StageTime& stage : stages_of_step(world, session.exec()))
      rows.push_back({.name = fmt::format("{}, {}", paper.scene, stage.label),
                      .backend = row.backend,
                      .metric = "ms",
                      .unit = "ms",
                      .value = stage.ms});
  }
  session.switch_to(best_backend());
  if (display && paper.drawn_steps_per_s) rows.push_back(drawn_pile_row(paper, session, *display));
  if (!device::info().usable) return rows;
  run_until(world, session.exec(), at_rest_s);
  BenchRow row = steps_row(paper.scene + ", at rest", Backend::cuda,
                           ms_per_step_from_here(world, session.exec()));
  row.paper = paper.steps_per_s;
  rows.push_back(row);
  rows.push_back(contacts_row(row, pile));
  return rows;
}

namespace {

/// piles/chess with more pieces: a heap of the same height on a larger floor.
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
  Exec exec(best_backend(), threads);
  for (const int spheres : {4096, 16384, 65536, 262144, 1048576, 4194304}) {
    if (!gpu && spheres > 65536) break;
    const std::string name = fmt::format("piles, {} spheres", spheres);
    const auto built = open_scene_text(name, chess_scene(spheres / 4)).build(exec);
    World& pile = *built;
    run_until(pile, exec, landed_s);
    const BenchRow row = steps_row(name, exec.backend(), ms_per_step_from_here(pile, exec));
    table.rows.push_back(row);
    table.rows.push_back({.name = name,
                          .backend = row.backend,
                          .metric = "sphere_steps_per_s",
                          .unit = "1/s",
                          .value = row.value * spheres});
    table.rows.push_back(contacts_row(row, pile.system<PilesSystem>()));
    if (!gpu || spheres > max_spheres_at_rest) continue;
    run_until(pile, exec, calm_s);
    table.rows.push_back(
        steps_row(name + ", at rest", exec.backend(), ms_per_step_from_here(pile, exec)));
  }
}

}  // namespace

BenchTable bench_piles(int threads) {
  BenchTable table{
      "piles",
      fmt::format("steps per second after {:g} s, when everything has landed, and stages of a "
                  "step; without drawing, except where every step is drawn",
                  landed_s),
      {}};
  const std::unique_ptr<Context> context = context_for_pictures();
  std::unique_ptr<Display> display;
  if (context) display = std::make_unique<Display>(*context);
  for (const PaperPile& paper : paper_piles())
    for (BenchRow& row : pile_rows(paper, open_measured(paper.scene), threads, display.get()))
      table.rows.push_back(std::move(row));
  add_sizes(table, threads);
  return table;
}

}  // namespace limber
