#pragma once

#include <vector>

#include "sim/fem/fem_model.h"
#include "sim/mesh/box_tree.h"

namespace limber {

/// Of each node its body; -1 where some of that are held.
std::vector<int> bodies_to_have_more_of(const FemModel& model);

/// A body of the model alone, at rest.
FemModel one_body_of(const FemModel& model, int body);

/// Around all nodes at rest.
Box box_around(const FemModel& model);

}  // namespace limber
