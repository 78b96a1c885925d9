#pragma once

#include <vector>

#include "sim/joints/joints_model.h"

namespace limber {

// The initial state of the bodies of a model, in its order.

/// Throws Error(bad_input) for a model without bodies.
std::vector<RigidPose> poses_of(const JointsModel& model);
/// 0 for held bodies.
std::vector<RigidMomentum> momenta_of(const JointsModel& model);
std::vector<RigidInertia> inertias_of(const JointsModel& model);
/// For each body the mass of all bodies connected with it by joints; held bodies connect none.
std::vector<double> joined_kg_of(const JointsModel& model);

/// Bodies in the order in which they are published: grouped by look.
std::vector<int> bodies_by_look(const JointsModel& model);

}  // namespace limber
