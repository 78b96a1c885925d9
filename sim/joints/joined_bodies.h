#pragma once

#include <vector>

#include "sim/joints/joints_model.h"

namespace limber {

/// Of each body a number that all have that joints connect it with. What is held connects only
/// `through_held`.
std::vector<int> joined_bodies(const JointsModel& model, bool through_held);

}  // namespace limber
