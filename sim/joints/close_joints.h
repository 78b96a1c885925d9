#pragma once

#include "sim/joints/joints_model.h"

namespace limber {

constexpr double closed_m = 1e-6;  ///< what is open no further counts as closed

/// Moves the bodies until every joint is closed, where any is open at the start. Returns the joint
/// that stays open most: for cycles that cannot close, further than closed_m.
OpenJoint close_joints(JointsModel& model);

}  // namespace limber
