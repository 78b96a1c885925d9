#pragma once

#include <vector>

#include "sim/joints/joints_model.h"
#include "sim/mesh/box_tree.h"

namespace limber {

/// Of each body itself; -1 for those that are held.
std::vector<int> spawnable_bodies(const JointsModel& model);

/// A body of the model and all that hangs together with it by joints that do not break, at rest.
/// Where these are held, or joined to a place or to another system, only the body itself.
JointsModel one_body_of(const JointsModel& model, int body);

/// Around the boxes of all bodies.
Box box_around(const JointsModel& model);

}  // namespace limber
