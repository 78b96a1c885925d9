#pragma once

#include "sim/joints/joints_model.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// One body of the model at its initial pose, at rest, as a rigid body whose contact surface is its
/// drawn mesh, simplified to a few hundred triangles. Its spheres cannot serve: spheres of two
/// systems do not collide.
JointsModel as_rigid(const PilesModel& model, int body);

}  // namespace limber
