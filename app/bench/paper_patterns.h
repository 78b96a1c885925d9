#pragma once

#include "sim/sparse/pattern.h"

namespace limber {

// A pattern of 3x3 blocks that stands in for a matrix of [Weber13, table 1] whose model is not
// published: same dimension, non-zeros, and longest and shortest row.

/// "Ship": the double bottom of a ship, of shells with six unknowns per node.
Pattern ship_pattern();

}  // namespace limber
