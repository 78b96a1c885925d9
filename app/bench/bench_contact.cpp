// Milliseconds per step of contact-heavy scenes, with and without contacts, by stage, and
// against the number of vertices; compared with [Chen25] and [Chen24], both on an RTX 4090.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "app/bench/bench.h"
#include "app/bench/contact_rows.h"
#include "app/bench/contact_scenes.h"
#include "app/bench/measured_scene.h"
#include "app/bench/time_steps.h"
#include "app/standard_streams.h"
#include "scenes/drawn_state.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

std::function<Scene()> shipped(const std::string& id) {
  return [id] { return open_measured(id); };
}

std::function<Scene()> text(const std::string& name, const std::function<std::string()>& toml) {
  return [=] { return open_scene_text(name, toml()); };
}

std::vector<ContactScene> contact_scenes() {
  using Solvers = ContactScene::Solvers;
  const auto over_ball = [](const std::string& name, int columns, float rise_m) {
    return text(name, [=] { return layers_over_ball(columns, rise_m); });
  };
  std::vector<ContactScene> all{
      {.name = "cloth/stack", .open = shipped("cloth/stack"), .run_s = 2.0},
      {.name = "volume/tori", .open = shipped("volume/tori"), .run_s = 1.5},
      {.name = "world/layers", .open = shipped("world/layers"), .run_s = 2.0},
      {.name = "50 layers over a ball",
       .open = over_ball("50 layers over a ball", 70, 0.3f),
       .run_s = 2.0,
       .solvers = Solvers::gpu_first},
      {.name = "50 layers on a cylinder",
       .open = text("50 layers on a cylinder", layers_on_cylinder),
       .run_s = 2.0,
       .solvers = Solvers::gpu_first,
       .paper_ms = 6.3,
       .paper_slowest_ms = 11.5},
      {.name = "698544 tetrahedra",
       .open = text("216 tori", heap_of_tori),
       .run_s = 1.5,
       .solvers = Solvers::gpu_first},
      {.name = "698544 tetrahedra at 120 iterations",
       .open = text("216 tori", heap_of_tori),
       .run_s = 1.5,
       .settings = {"iterations=120", "contact_iterations=120", "dt_s=0.0166667"},
       .solvers = Solvers::gpu,
       .paper_ms = 15.0,
       .paper_slowest_ms = 17.0},
      {.name = "bunny on bunny",
       .open = text("bunny on bunny", bunny_on_bunny),
       .run_s = 1.5,
       .solvers = Solvers::gpu_first},
      {.name = "a million balls of three sizes",
       .open = text("balls of three sizes", balls_of_three_sizes),
       .run_s = 1.0,
       .solvers = Solvers::gpu_first,
       .can_be_off = false}};
  for (const int columns : {14, 28, 57, 113, 226, 283}) {
    const std::string name = fmt::format("layers of {} vertices", 50 * columns * columns);
    all.push_back({.name = name,
                   .open = over_ball(name, columns, 0.05f),
                   .run_s = 0.2,
                   .solvers = columns > 28 ? Solvers::gpu : Solvers::all});
  }
  return all;
}

BenchRow ms_row(const std::string& name, const Exec& exec, double ms) {
  return {.name = name,
          .backend = std::string(name_of(exec.backend())),
          .metric = "ms_per_step",
          .unit = "ms",
          .value = ms};
}

BenchRow figure(const std::string& name, const Exec& exec, const char* metric, const char* unit,
                double value) {
  return {.name = name,
          .backend = std::string(name_of(exec.backend())),
          .metric = metric,
          .unit = unit,
          .value = value};
}

/// The mean over some steps from the current state; few for slow solvers.
double mean_ms_from_here(World& world, Exec& exec) {
  constexpr double enough_ms = 500.0;
  constexpr int max_steps = 50;
  std::vector<double> ms = ms_of_each_step(world, exec, world.time_s() + 0.5 * world.dt_s());
  ms.clear();  // the first step records, and touches new memory
  while (std::accumulate(ms.begin(), ms.end(), 0.0) < enough_ms && ms.size() < max_steps)
    ms.push_back(mean_of(ms_of_each_step(world, exec, world.time_s() + 0.5 * world.dt_s())));
  return mean_of(ms);
}

/// Counts intersections with code independent of the contacts.
BenchRow found_at_end(const ContactScene& contact, World& world, Exec& exec) {
  const DrawList& list = world.draw_list();
  const std::vector<PublishedVertex> drawn = published_now(world, exec);
  if (!contact.can_be_off)
    return figure(contact.name + ", largest overlap at its end", exec, "diameters", "",
                  DrawnState(list, drawn).largest_overlap());
  TriangleMesh surfaces{{}, list.triangles};
  for (const PublishedVertex& vertex : drawn) surfaces.positions_m.push_back(vertex.position_m);
  return figure(contact.name + ", crossings at its end", exec, "crossings", "",
                static_cast<double>(TriangleTree(surfaces).crossings().size()));
}

/// Steps of the CPU solvers, from the state at the end of a run.
void add_others(std::vector<BenchRow>& rows, const ContactScene& contact, World& world,
                Exec& fastest, int threads) {
  for (const Backend backend : {Backend::serial, Backend::tbb}) {
    if (backend == fastest.backend()) continue;
    Exec exec(backend, threads);
    world.switch_to(exec);
    rows.push_back(ms_row(contact.name + ", at its end", exec, mean_ms_from_here(world, exec)));
    world.switch_to(fastest);
  }
}

}  // namespace

std::vector<BenchRow> contact_rows(const ContactScene& contact, int threads) {
  const Scene scene = contact.open();
  Exec exec(best_backend(), threads);
  const auto built = scene.build(exec);
  World& world = *built;
  override_parameters(world, contact.settings);
  const int vertices = world.counts().particles;
  const std::vector<double> ms = ms_of_each_step(world, exec, contact.run_s);
  BenchRow row = ms_row(contact.name, exec, mean_of(ms));
  row.p95 = median_and_p95(ms).p95;
  BenchRow slowest = ms_row(contact.name + ", slowest step", exec, std::ranges::max(ms));
  if (exec.backend() == Backend::cuda) {
    row.paper = contact.paper_ms;
    slowest.paper = contact.paper_slowest_ms;
  }
  std::vector<BenchRow> rest{
      figure(contact.name, exec, "ns_per_vertex", "ns", 1e6 * row.value / vertices)};
  constexpr int max_vertices_checked = 1000000;  // more take minutes
  if (vertices <= max_vertices_checked) rest.push_back(found_at_end(contact, world, exec));
  for (const StageTime& stage : stages_of_step(world, exec))
    rest.push_back(
        figure(fmt::format("{}, {}", contact.name, stage.label), exec, "ms", "ms", stage.ms));
  if (contact.solvers != ContactScene::Solvers::gpu)
    add_others(rest, contact, world, exec, threads);
  if (contact.can_be_off) {
    world.reset();
    override_parameters(world, {"contact_distance_m=0"});
    compare(row, "contacts off", mean_of(ms_of_each_step(world, exec, contact.run_s)));
  }
  rest.insert(rest.begin(), {row, slowest});
  return rest;
}

BenchTable bench_contact(int threads) {
  BenchTable table{"contact",
                   "milliseconds per step without drawing: the mean of a whole run from its start, "
                   "and stages of a step at its end",
                   {}};
  for (const ContactScene& contact : contact_scenes()) {
    if (contact.solvers != ContactScene::Solvers::all && !device::info().usable) {
      put("{}: left out, it is too large for a CPU\n", contact.name);
      continue;
    }
    const std::vector<BenchRow> rows = contact_rows(contact, threads);
    for (const BenchRow& row : rows)  // some take a minute, all of them four
      if (row.metric != "ms")
        say("{}, {}: {:.4g} {}\n", row.name, row.backend, row.value, row.unit);
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  }
  return table;
}

}  // namespace limber
