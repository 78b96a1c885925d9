#pragma once

#include "scenes/table_reader.h"
#include "sim/pbd/model.h"

namespace limber {

/// Reads the [[collider]] tables of a scene file into the model, with their meshes for drawing.
void read_colliders(TableReader& file, PbdModel& model);

}  // namespace limber
