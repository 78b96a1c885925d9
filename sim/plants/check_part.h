#pragma once

#include "sim/plants/plant.h"

namespace limber {

/// That can move, of a part: to compute modes of more takes minutes and gigabytes.
inline constexpr int max_coordinates = 60'000;

/// Throws Error(bad_input) unless modes can be computed of a part: its elements have to hang
/// together, name nodes that are there, leave none out, and each have a volume or an area; some
/// nodes have to be clamped, and what is drawn has to know its nodes. A rigid part (modes = 0) may
/// have no elements at all.
void check_part(const PartShape& shape);

}  // namespace limber
