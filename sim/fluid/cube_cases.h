#pragma once

#include <vector>

#include "kernels/fluid/surface_cut.h"

namespace limber {

/// How a cell is cut, for each of 256 ways in which its corners can be in the fluid, a bit for each
/// corner. On a face of which opposite corners are in, these stay apart: what two cells make of a
/// face that they share depends on the face alone, and fits.
std::vector<CubeCase> cube_cases();

}  // namespace limber
