// Milliseconds per step of articulated bodies, and their joint errors, compared with [Weber13,
// table 3]; conjugate gradients compared with a direct solve [Baraff96].

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/bench.h"
#include "app/bench/solved_steps.h"
#include "app/bench/time_steps.h"
#include "kernels/device.h"

namespace limber {

namespace {

constexpr int measured_steps = 24;

/// A chain between two fixed ends, released from a shallow arc.
constexpr const char* chain = R"(
  family = "joints"
  [settings]
  dt_s = 0.001
  cg_iterations = 1000
  [[chain]]
  from_m = [-20, 0, 0]
  to_m = [20, 0, 0]
  links = 1000
  slack = 1.25
)";

/// The largest joint error during some steps from the initial state.
double largest_error_m(World& world, Exec& exec) {
  double largest_m = 0.0;
  for (int step = 0; step < measured_steps; ++step) {
    world.advance({.steps = 1});
    world.request_residuals();
    exec.synchronize();
    largest_m = std::max(largest_m, world.residuals().at("joint"));
  }
  return largest_m;
}

void add(BenchTable& table, const SolvedScene& timed, int threads) {
  add_solved_scene(table, timed, threads, [&](World& world, Exec& exec) {
    table.rows.push_back({.name = fmt::format("{}, largest joint error", timed.name()),
                          .backend = std::string(name_of(exec.backend())),
                          .metric = "joint_error",
                          .unit = "m",
                          .value = largest_error_m(world, exec)});
  });
}

/// What a method is given, and each number of its iterations.
struct Convergence {
  const char* method;
  const char* iterations;
  std::vector<std::string> settings;
};

/// Error against time: milliseconds per step and the largest joint error by numbers of iterations,
/// on a GPU if there is one.
void add_convergence(BenchTable& table, const SolvedScene& scene, const Convergence& of,
                     int threads) {
  Exec exec(device::info().usable ? Backend::cuda : Backend::tbb, threads);
  const Scene opened = scene.open();
  for (const int iterations : {5, 10, 20, 40, 80, 160, 320}) {
    const auto world = opened.build(exec);
    override_parameters(*world, scene.settings);
    override_parameters(*world, of.settings);
    override_parameters(*world, {fmt::format("{}={}", of.iterations, iterations)});
    const std::string name = fmt::format("{}, {} {}", scene.scene, of.method, iterations);
    table.rows.push_back(row_of_steps(name, exec.backend(), ms_per_step(*world, exec)));
    world->reset();
    table.rows.push_back({.name = name + ", largest joint error",
                          .backend = std::string(name_of(exec.backend())),
                          .metric = "joint_error",
                          .unit = "m",
                          .value = largest_error_m(*world, exec)});
  }
}

}  // namespace

BenchTable bench_joints(int threads) {
  BenchTable table{"joints",
                   "milliseconds per step with 30 iterations of conjugate gradients in each of two "
                   "solves, one for the joints' positions and one for their velocities; the same "
                   "with traffic, and with the scene's settings; stages; gaps of joints in the "
                   "first steps, also by method and number of iterations; and trees of joints by "
                   "conjugate gradients, directly and by descent",
                   {}};
  const std::string alone = "contact_distance_m=0";  // as in [Weber13], where nothing touches
  const SolvedScene bridge{"joints/bridge", 298, 21, {"cg_iterations=30", "predictions=1", alone}};
  add(table, bridge, threads);
  add_solver_methods(table, bridge);
  add(table, {"joints/bridge", {}, {}, {"cg_iterations=30", "predictions=1"}, "with traffic"},
      threads);
  add(table, {"joints/bridge", {}, {}, {}, "as the scene is"}, threads);
  const SolvedScene still{"joints/bridge", {}, {}, {alone, "tolerance_m=0"}};
  for (const Convergence& of :
       {Convergence{"plain", "cg_iterations", {"cg_method=plain"}},
        Convergence{"merged", "cg_iterations", {"cg_method=merged"}},
        Convergence{"persistent", "cg_iterations", {"cg_method=persistent"}},
        Convergence{"descent", "descent_iterations", {"method=descent"}}})
    add_convergence(table, still, of, threads);
  for (const char* method : {"cg", "direct", "descent"}) {
    const std::vector<std::string> settings{std::string("method=") + method};
    const std::string variant = std::string("by ") + method;
    add(table, {"joints/pendulums", {}, {}, settings, variant}, threads);
    add(table, {"1000 links", {}, {}, settings, variant, chain}, threads);
  }
  return table;
}

}  // namespace limber
