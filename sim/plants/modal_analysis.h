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

/// Turns a mode over unless, of its entries that are nearly as large as the largest, the first is
/// positive: two that are equal but for rounding do not decide by it.
void fix_sign(Eigen::Ref<Eigen::VectorXd> mode);

/// The same input gives the same modes, signs included. Throws Error(bad_input) where a part has
/// fewer modes than asked for.
LinearModes linear_modes(const FullModel& model, const StaticSolver& solver, int count,
                         Progress& progress);

}  // namespace limber
