#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"
#include "scenes/scene.h"
#include "sim/world.h"

namespace limber {

/// A scene whose steps solve sparse linear systems, timed against [Weber13, table 3]: one core of
/// an unnamed CPU, and a GTX 470; 30 iterations.
struct SolvedScene {
  std::string scene;
  std::optional<double> serial_ms, cuda_ms;  ///< the paper's
  std::vector<std::string> settings{"cg_iterations=30"};
  std::string variant{};  ///< distinguishes variants of a scene
  std::string text{};     ///< scene file, for a scene that is not shipped

  std::string name() const { return variant.empty() ? scene : scene + " " + variant; }
  Scene open() const;
};

/// Milliseconds per step and per stage on each available solver, relative to one core. more: adds
/// rows, given a world in the scene's initial state.
void add_solved_scene(BenchTable& table, const SolvedScene& timed, int threads,
                      const std::function<void(World&, Exec&)>& more = {});

/// The paper's methods on the GPU, relative to the scene's own.
void add_solver_methods(BenchTable& table, const SolvedScene& timed);

}  // namespace limber
