#pragma once

#include "sim/joints/joints_model.h"

namespace limber {

constexpr double closed_m = 1e-6;  ///< joints open by at most this count as closed

/// Moves the bodies until every joint is closed, if any is open at the start. Returns the joint
/// with the largest opening, which exceeds closed_m for cycles that cannot close.
OpenJoint close_joints(JointsModel& model);

}  // namespace limber
