#pragma once

#include <vector>

#include "sim/joints/joints_model.h"
#include "sim/mesh/box_tree.h"

namespace limber {

/// For each body its number; -1 for held ones.
std::vector<int> spawnable_bodies(const JointsModel& model);

/// A body of the model and all bodies connected with it by unbreakable joints, at rest. Only the
/// body itself if any of these is held, or joined to the world or to another system.
JointsModel one_body_of(const JointsModel& model, int body);

/// Bounding box of the boxes of all bodies.
Box box_around(const JointsModel& model);

}  // namespace limber
