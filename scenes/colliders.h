#pragma once

#include <vector>

#include "kernels/collider.h"
#include "scenes/builders.h"
#include "sim/surroundings.h"

namespace limber {

/// Reads the [[collider]] tables of a scene file, with their meshes for drawing.
void read_colliders(TableReader& file, const Opening& opening, Surroundings& around);

}  // namespace limber
