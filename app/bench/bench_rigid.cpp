// Milliseconds per step of rigid bodies in contact, over whole runs, and the drift of undisturbed
// bricks at their end; compared with [Giles25], on an RTX 4090, whose walls and chain mail differ
// but have the same size. The pyramid is simulated by Bullet too, where limber_bullet is built.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "app/bench/bench.h"
#include "app/bench/bullet_rows.h"
#include "app/bench/measured_scene.h"
#include "app/bench/pyramid.h"
#include "app/bench/time_steps.h"
#include "kernels/device.h"
#include "scenes/check.h"
#include "sim/parameter.h"

namespace limber {

namespace {

/// A scene of which every step of a run is measured.
struct RigidScene {
  std::string name;
  std::function<Scene()> open;
  double run_s;  ///< simulated time
  std::optional<double> paper_ms{};
  bool measures_drift = false;
  bool needs_gpu = true;
};

constexpr const char* pyramid_name = "pyramid of 5050 boxes";

constexpr const char* settings = R"(family = "joints"
[settings]
dt_s = 0.0041667
contact_distance_m = 0.008
friction = 0.6
rigid_iterations = 10
contact_iterations = 1
[[collider]]
shape = "ground"
)";

/// Towers of 7,500 bricks, side by side in rows of 17.
std::string towers(int rows) {
  std::string text = settings;
  for (int row = 0; row < rows; ++row)
    text += fmt::format(R"([[wall]]
bricks = 150
courses = 50
ring = true
size_m = [0.3, 0.15, 0.3]
count = 17
center_m = [0.0, 0.0, {}]
step_m = [15.5, 0.0, 0.0]
)",
                        15.5 * row);
  return text;
}

std::string pyramid() {
  std::string text = settings;
  const Pyramid p;
  for (int row = 0; row < p.rows; ++row)
    text += fmt::format(R"([[rigid]]
size_m = [{}]
center_m = [{}]
count = {}
step_m = [{}, 0.0, 0.0]
)",
                        fmt::join(p.size_m, ", "), fmt::join(p.first_m(row), ", "), p.rows - row,
                        p.pitch_m);
  return text;
}

std::vector<RigidScene> rigid_scenes() {
  const auto shipped = [](const char* id) { return [id] { return open_measured(id); }; };
  const auto text = [](const char* name, const std::function<std::string()>& toml) {
    return [=] { return open_scene_text(name, toml()); };
  };
  return {{.name = "rigid/wall", .open = shipped("rigid/wall"), .run_s = 1.5, .paper_ms = 9.8},
          {.name = "127500 bricks at rest",
           .open = text("towers", [] { return towers(1); }),
           .run_s = 4.0,
           .measures_drift = true},
          {.name = "510000 bricks",
           .open = text("towers", [] { return towers(4); }),
           .run_s = 0.5,
           .paper_ms = 17.6,
           .measures_drift = true},
          {.name = "joints/mail", .open = shipped("joints/mail"), .run_s = 1.0, .paper_ms = 16.0},
          {.name = "joints/ragdolls", .open = shipped("joints/ragdolls"), .run_s = 2.0},
          {.name = pyramid_name,
           .open = text("pyramid", pyramid),
           .run_s = Pyramid().run_s,
           .measures_drift = true,
           .needs_gpu = false}};
}

/// Mean and maximum displacement of the published vertices.
std::array<double, 2> moved_m(const std::vector<PublishedVertex>& before,
                              const std::vector<PublishedVertex>& now) {
  double sum_m = 0.0, max_m = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double displacement_m = glm::distance(before[i].position_m, now[i].position_m);
    sum_m += displacement_m;
    max_m = std::max(max_m, displacement_m);
  }
  return {sum_m / static_cast<double>(now.size()), max_m};
}

void add(BenchTable& table, const RigidScene& timed, Exec& exec) {
  const auto world = timed.open().build(exec);
  const auto row = [&](const std::string& what, const char* metric, const char* unit,
                       double value) -> BenchRow& {
    table.rows.push_back({.name = timed.name + what,
                          .backend = std::string(name_of(exec.backend())),
                          .metric = metric,
                          .unit = unit,
                          .value = value});
    return table.rows.back();
  };
  const auto before = published_now(*world, exec);
  const std::vector<double> ms = ms_of_each_step(*world, exec, timed.run_s);
  BenchRow& mean = row("", "ms_per_step", "ms", mean_of(ms));
  mean.p95 = median_and_p95(ms).p95;
  if (exec.backend() == Backend::cuda) mean.paper = timed.paper_ms;
  row(", slowest step", "ms_per_step", "ms", std::ranges::max(ms));
  if (timed.measures_drift) {
    const auto [mean_m, max_m] = moved_m(before, published_now(*world, exec));
    row(fmt::format(", moved in {:g} s", timed.run_s), "drift", "m", mean_m);
    row(fmt::format(", moved in {:g} s, at most", timed.run_s), "drift", "m", max_m);
  }
  if (exec.backend() != Backend::cuda) return;
  for (const StageTime& stage : stages_of_step(*world, exec))
    row(", " + stage.label, "ms", "ms", stage.ms);
}

}  // namespace

BenchTable bench_rigid(int threads) {
  BenchTable table{
      "rigid",
      "milliseconds per step of rigid bodies that touch, the mean of a whole run, with stages of a "
      "step at its end; and how far bodies that nothing hits have moved by then",
      {}};
  for (const Backend backend : all_backends) {
    if (backend == Backend::cuda && !device::info().usable) continue;
    Exec exec(backend, threads);
    for (const RigidScene& timed : rigid_scenes())
      if (backend == Backend::cuda || !timed.needs_gpu) add(table, timed, exec);
    if (backend != Backend::serial) continue;
    const std::vector<BenchRow> peer = bullet_rows(pyramid_name, {10, 15, 20, 50}, Pyramid());
    table.rows.insert(table.rows.end(), peer.begin(), peer.end());
  }
  return table;
}

}  // namespace limber
