#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"
#include "sim/world.h"

namespace limber {

/// A scene whose steps solve sparse equations, as it is timed beside [Weber13, table 3]: one core
/// of an unnamed CPU, and a GTX 470; 30 iterations.
struct SolvedScene {
  std::string scene;
  std::optional<double> serial_ms, cuda_ms;  ///< there
  std::vector<std::string> settings{"cg_iterations=30"};
  std::string variant{};  ///< what tells it from others of the scene
  std::string text{};     ///< of a scene that is not shipped

  std::string name() const { return variant.empty() ? scene : scene + " " + variant; }
};

/// Milliseconds a step and of its stages, on each solver that works here beside one core. more:
/// rows on a world that is at the scene's start.
void add_solved_scene(BenchTable& table, const SolvedScene& timed, int threads,
                      const std::function<void(World&, Exec&)>& more = {});

/// The paper's methods on the GPU, beside what the scene takes.
void add_solver_methods(BenchTable& table, const SolvedScene& timed);

}  // namespace limber
