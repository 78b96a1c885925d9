#pragma once

#include "sim/joints/joints_model.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// A body of the model alone, at rest as it begins, that touches with what is drawn of it, in a few
/// hundred triangles, and not with its spheres: those of two systems do not meet.
JointsModel as_rigid(const PilesModel& model, int body);

}  // namespace limber
