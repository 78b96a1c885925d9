#pragma once

#include <vector>

#include "kernels/collider.h"
#include "scenes/table_reader.h"
#include "sim/surroundings.h"

namespace limber {

/// Reads the [[collider]] tables of a scene file, with their meshes for drawing.
void read_colliders(TableReader& file, Surroundings& around);

}  // namespace limber
