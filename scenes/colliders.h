#pragma once

#include <vector>

#include "kernels/collider.h"
#include "scenes/builders.h"
#include "sim/surroundings.h"

namespace limber {

/// Reads the [[collider]] tables of a scene file, with their meshes for drawing.
/// largest_radius_m: of what meets them.
void read_colliders(TableReader& file, const Opening& opening, float largest_radius_m,
                    Surroundings& around);

}  // namespace limber
