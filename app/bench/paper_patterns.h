#pragma once

#include "sim/sparse/pattern.h"

namespace limber {

// Patterns of 3x3 blocks that stand for matrices of Weber et al. (2013), table 1, whose models the
// paper does not give: with their dimensions, their non-zeros, and their longest and shortest rows.

/// "Bridge": ball joints of rigid bodies, a closed chain with nodes where a body has many joints.
Pattern bridge_pattern();

/// "Ship": the double bottom of a ship, of shells with six unknowns a node.
Pattern ship_pattern();

}  // namespace limber
