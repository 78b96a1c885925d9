#pragma once

#include <vector>

#include "kernels/collider.h"
#include "scenes/table_reader.h"
#include "sim/publish.h"

namespace limber {

/// Whether the surfaces of colliders may move, as that of a drum: not every family heeds it.
enum class Surfaces { still, turning };

/// Reads the [[collider]] tables of a scene file, with their meshes for drawing.
void read_colliders(TableReader& file, std::vector<Collider>& colliders,
                    std::vector<StaticMesh>& scenery, Surfaces surfaces = Surfaces::still);

}  // namespace limber
