#pragma once

#include <vector>

#include "kernels/collider.h"
#include "scenes/table_reader.h"
#include "sim/piles/piles_model.h"
#include "sim/publish.h"

namespace limber {

/// Reads the [[collider]] tables of a scene file, with their meshes for drawing. turning: takes
/// those of colliders that turn; null for families in which all stand still.
void read_colliders(TableReader& file, std::vector<Collider>& colliders,
                    std::vector<StaticMesh>& scenery, std::vector<TurningMesh>* turning = nullptr);

}  // namespace limber
