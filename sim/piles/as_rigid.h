#pragma once

#include <vector>

#include "sim/joints/joints_model.h"
#include "sim/joints/rigid_solid.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// The parts of its bodies, with their mass, in their frame. Contact surfaces are what is drawn,
/// each simplified to 400 triangles at most; the first part has all that is drawn.
std::vector<RigidSolid> rigid_solids_of(const PileKind& kind);

/// One body of the model at its initial pose, at rest, as a rigid body of its drawn shape. Its
/// spheres cannot serve: spheres of two systems do not collide.
JointsModel as_rigid(const PilesModel& model, int body);

}  // namespace limber
