#pragma once

#include "sim/plants/cubic_forces.h"
#include "sim/plants/solid_model.h"
#include "sim/progress.h"

namespace limber {

/// Projects the forces of a St. Venant-Kirchhoff solid, displaced by modes * q, on `modes` (3 nodes
/// x r, for all of the model's nodes). Takes (r^4 / 8) multiplications for each strain.
CubicForces project_cubic_forces(const SolidModel& solid, const Eigen::MatrixXd& modes,
                                 Progress& progress);

}  // namespace limber
