#pragma once

#include "sim/plants/part_tree.h"

namespace limber {

/// Adds a few flat faces to the tree that represent the surface of a shape in the wind, with the
/// modes there.
void add_wind_faces(const PartShape& shape, const ReducedShape& reduced, PartTree& tree);

}  // namespace limber
