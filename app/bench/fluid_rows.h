#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"

namespace limber {

/// Scene file of a dam break: a column of about `particles` particles in a basin.
/// tests/bench/splishsplash_dam.py simulates the same in SPlisHSPlasH.
std::string dam_scene(int particles);

/// For that scene with one method, after `until_s`: time per step and per stage, and the density
/// error.
std::vector<BenchRow> fluid_rows(int particles, const std::string& method, Exec& exec,
                                 double until_s);

}  // namespace limber
