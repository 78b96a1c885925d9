#pragma once

#include <vector>

#include "sim/joints/joints_model.h"

namespace limber {

/// For each body a number shared by all bodies connected with it by joints. Held bodies connect
/// others only if `through_held`.
std::vector<int> joined_bodies(const JointsModel& model, bool through_held);

}  // namespace limber
