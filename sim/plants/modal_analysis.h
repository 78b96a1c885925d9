#pragma once

#include <Eigen/Core>

#include "sim/plants/full_model.h"
#include "sim/plants/static_solver.h"
#include "sim/progress.h"

namespace limber {

/// The lowest modes of a clamped part: K u = w^2 M u.
struct LinearModes {
  Eigen::MatrixXd shapes;          ///< 3 nodes x modes, mass-normalised: in 1 / sqrt(kg)
  Eigen::VectorXd squared_per_s2;  ///< w^2, ascending
};

/// Makes the first of the entries that are nearly as large as the largest positive. "Nearly", so
/// that rounding does not decide between entries of equal size.
void fix_sign(Eigen::Ref<Eigen::VectorXd> mode);

/// Deterministic, signs included. Throws Error(bad_input) if the part has fewer than `count` modes.
LinearModes linear_modes(const FullModel& model, const StaticSolver& solver, int count,
                         Progress& progress);

}  // namespace limber
