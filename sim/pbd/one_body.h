#pragma once

#include <vector>

#include "sim/mesh/box_tree.h"
#include "sim/pbd/model.h"

namespace limber {

/// Of each particle its body; -1 where some of that do not move by themselves: what these weigh is
/// not known.
std::vector<int> bodies_to_have_more_of(const PbdModel& model);

/// A body of the model alone, at rest.
PbdModel one_body_of(const PbdModel& model, int body);

/// Around all particles at rest.
Box box_around(const PbdModel& model);

}  // namespace limber
