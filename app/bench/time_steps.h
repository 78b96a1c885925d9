#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/stats.h"
#include "kernels/backend.h"
#include "sim/world.h"

namespace limber {

/// Milliseconds per step of the backend alone, over blocks of about 0.1 s. Every block restarts
/// from the scene's initial state: after minutes, a moving body would be far away. Slow solvers run
/// fewer blocks.
MedianAndP95 ms_per_step(World& simulation, Exec& exec);

/// The same without restarts, from the current state, in blocks of 0.25 s: for scenes such as
/// piles, whose initial state is not typical.
MedianAndP95 ms_per_step_from_here(World& simulation, Exec& exec);

/// The row for a result of either function.
BenchRow row_of_steps(const std::string& name, Backend backend, const MedianAndP95& ms);

/// The row of a shipped scene: steps in the frames of about a simulated second from `after_s` on,
/// so that faster code is not measured in a later state. It waits after each frame.
BenchRow row_of_scene(const char* id, Exec& exec, double after_s);

/// Runs a simulation, without drawing, until simulated time `time_s`.
void run_until(World& simulation, Exec& exec, double time_s);

/// Milliseconds of each step of a run, from the current state.
std::vector<double> ms_of_each_step(World& world, Exec& exec, double until_s);
double mean_of(const std::vector<double>& values);

/// The medians of the stages of some frames after the first, which record and warm up. frame: runs
/// one and returns its stages.
std::vector<StageTime> median_stages(const std::function<std::vector<StageTime>()>& frame);

/// The stages of a step: medians over some frames of one step each, from the current state.
std::vector<StageTime> stages_of_step(World& simulation, Exec& exec);

}  // namespace limber
