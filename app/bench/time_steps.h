#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/stats.h"
#include "kernels/solver.h"
#include "sim/world.h"

namespace limber {

/// Milliseconds a step over blocks of about a tenth of a second, the solver alone. Every block goes
/// the same way from the scene's start: a body that moved for minutes would be measured far from
/// home. Slow solvers do fewer blocks.
MedianAndP95 ms_per_step(World& simulation, Exec& exec);

/// The same from the state that is there and on: for scenes that never come back to a start, like
/// piles. Blocks of a quarter of a second.
MedianAndP95 ms_per_step_from_here(World& simulation, Exec& exec);

/// What either measured.
BenchRow row_of_steps(const std::string& name, Solver solver, const MedianAndP95& ms);

/// Of a shipped scene, from where it is after so long.
BenchRow row_of_scene(const char* id, Exec& exec, double after_s);

/// Lets a simulation run until `time_s` of its own time, without a picture.
void run_until(World& simulation, Exec& exec, double time_s);

/// Milliseconds of each step of a run, from the state that is there.
std::vector<double> ms_of_each_step(World& world, Exec& exec, double until_s);
double mean_of(const std::vector<double>& values);

/// The stages of a step, the median of some frames of one step each, from the state that is there.
std::vector<StageTime> stages_of_step(World& simulation, Exec& exec);

}  // namespace limber
