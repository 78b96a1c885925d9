#pragma once

#include <vector>

#include "sim/fem/fem_model.h"
#include "sim/mesh/box_tree.h"

namespace limber {

/// For each node the body that it belongs to; -1 for bodies with pinned nodes.
std::vector<int> spawnable_bodies(const FemModel& model);

/// A model of one body of `model`, at rest.
FemModel one_body_of(const FemModel& model, int body);

/// Bounds of all nodes at rest.
Box box_around(const FemModel& model);

}  // namespace limber
