#pragma once

#include <vector>

#include "kernels/fluid/surface_cut.h"

namespace limber {

/// The marching cubes table: 256 cases, one bit per corner in the fluid. On an ambiguous face, the
/// two inside corners stay separated. The cut of a face depends on that face alone, so neighbouring
/// cells match.
std::vector<CubeCase> cube_cases();

}  // namespace limber
