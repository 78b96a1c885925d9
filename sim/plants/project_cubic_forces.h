#pragma once

#include "sim/plants/cubic_forces.h"
#include "sim/plants/solid_model.h"
#include "sim/progress.h"

namespace limber {

/// The forces of a St. Venant-Kirchhoff solid along `modes` (3 nodes x r, of all of the model's
/// nodes) where it is displaced by modes * q. Takes (r^4 / 8) multiplications for each strain.
CubicForces project_cubic_forces(const SolidModel& solid, const Eigen::MatrixXd& modes,
                                 Progress& progress);

}  // namespace limber
