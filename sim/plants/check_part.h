#pragma once

#include "sim/plants/plant.h"

namespace limber {

/// Max. free coordinates of a part: modal analysis of more takes minutes and gigabytes.
inline constexpr int max_coordinates = 60'000;

/// Throws Error(bad_input) unless the modes of a part can be computed: its elements must be
/// connected, use all nodes and only existing ones, and not be degenerate; some nodes must be
/// clamped, and the drawn vertices must be attached to existing nodes. A rigid part (modes = 0)
/// may have no elements.
void check_part(const PartShape& shape);

}  // namespace limber
