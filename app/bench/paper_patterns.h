#pragma once

#include "sim/sparse/pattern.h"

namespace limber {

// A pattern of 3x3 blocks that stands for a matrix of [Weber13, table 1], whose model the paper
// does not give: with its dimension, its non-zeros, and its longest and shortest row.

/// "Ship": the double bottom of a ship, of shells with six unknowns a node.
Pattern ship_pattern();

}  // namespace limber
