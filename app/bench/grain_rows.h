#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"

namespace limber {

/// Scene file of `grains` balls of three sizes that lie sixteen deep in a box.
std::string grain_scene(int grains);

/// For that scene after `until_s`, with spring contacts and then with position-based ones: time per
/// step and per frame of 1/60 s, and the contact overlap. grains: 16 times a square number.
std::vector<BenchRow> grain_rows(int grains, Exec& exec, double until_s);

}  // namespace limber
