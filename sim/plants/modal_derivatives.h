#pragma once

#include <Eigen/Core>

#include "sim/plants/modal_analysis.h"
#include "sim/plants/solid_model.h"

namespace limber {

/// Modes for large bending: the linear ones unchanged, then the modes that best span their modal
/// derivatives, `count` in all; 3 nodes x count, mass-orthonormal. Throws Error(bad_input) if there
/// are not enough independent ones.
Eigen::MatrixXd with_modal_derivatives(const SolidModel& solid, const StaticSolver& solver,
                                       const LinearModes& linear, int count, Progress& progress);

}  // namespace limber
