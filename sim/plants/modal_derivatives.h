#pragma once

#include <Eigen/Core>

#include "sim/plants/modal_analysis.h"
#include "sim/plants/solid_model.h"

namespace limber {

/// Modes for large bending: the linear ones as they are, then `count` less these that hold most of
/// their modal derivatives; all 3 nodes x count and mass-orthonormal. Throws Error(bad_input) where
/// there are not as many.
Eigen::MatrixXd with_modal_derivatives(const SolidModel& solid, const StaticSolver& solver,
                                       const LinearModes& linear, int count, Progress& progress);

}  // namespace limber
