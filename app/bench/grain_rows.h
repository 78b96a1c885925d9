#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"

namespace limber {

/// A scene file of so many balls of three sizes that lie sixteen deep in a box.
std::string grain_scene(int grains);

/// Of that scene after that time by springs and then by positions: the time of a step and of a
/// frame of 1/60 s, and how much contacts overlap. grains: a square number, times 16.
std::vector<BenchRow> grain_rows(int grains, Exec& exec, double until_s);

}  // namespace limber
