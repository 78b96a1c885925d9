#pragma once

#include <vector>

#include "sim/joints/joints_model.h"

namespace limber {

// What bodies of a model begin with, in its order.

/// Throws Error(bad_input) for a model without bodies.
std::vector<RigidPose> poses_of(const JointsModel& model);
/// Those of bodies that are held are 0.
std::vector<RigidMomentum> momenta_of(const JointsModel& model);
std::vector<RigidInertia> inertias_of(const JointsModel& model);
/// Of each body the mass of all that joints connect it with; what is held connects nothing.
std::vector<double> joined_kg_of(const JointsModel& model);

/// Bodies in the order in which they are published: those that look alike side by side.
std::vector<int> bodies_by_look(const JointsModel& model);

}  // namespace limber
