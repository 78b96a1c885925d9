#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"

namespace limber {

/// A scene file of a column of about so many particles that breaks in a basin.
std::string dam_scene(int particles);

/// Of that scene by one method after that time: the time of a step, those of its stages, and how
/// much too dense the water is.
std::vector<BenchRow> fluid_rows(int particles, const std::string& method, Exec& exec,
                                 double until_s);

}  // namespace limber
