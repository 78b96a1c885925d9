#pragma once

#include "sim/sparse/pattern.h"

namespace limber {

/// The matrix "Cloth" of Weber et al. (2013), tables 1 and 2: the springs of Choi, Ko, "Stable but
/// Responsive Cloth" (2002), on a grid of particles, in rows. Each particle is joined to its 4
/// neighbours along the axes, 4 along the diagonals, and to the next but one of each: up to 16.
/// 3x3 blocks.
Pattern cloth_pattern(int columns, int rows);

}  // namespace limber
