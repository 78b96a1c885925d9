#pragma once

#include <Eigen/Core>

#include "sim/plants/full_model.h"
#include "sim/plants/static_solver.h"
#include "sim/progress.h"

namespace limber {

/// The lowest modes of a clamped part: K u = w^2 M u.
struct LinearModes {
  Eigen::MatrixXd shapes;          ///< 3 nodes x modes, mass-normalised: in 1 / sqrt(kg)
  Eigen::VectorXd squared_per_s2;  ///< w^2, rising
};

/// The same input gives the same modes, signs included: of the entries of a mode that are nearly as
/// large as its largest one, the first is positive. Throws Error(bad_input) where a part has fewer
/// modes than asked for.
LinearModes linear_modes(const FullModel& model, const StaticSolver& solver, int count,
                         Progress& progress);

}  // namespace limber
