#pragma once

#include "app/stats.h"
#include "sim/simulation.h"

namespace limber {

/// Milliseconds a step over blocks of about a tenth of a second, the solver alone. Every block goes
/// the same way from the scene's start: a body that moved for minutes would be measured far from
/// home. Slow solvers do fewer blocks.
MedianAndP95 ms_per_step(Simulation& simulation, Exec& exec);

/// The stages of a step, the median of some frames of one step each.
std::vector<StageTime> stages_of_step(Simulation& simulation, Exec& exec);

}  // namespace limber
