#pragma once

#include "sim/plants/full_model.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// Writes the mass integrals of `model` that the dynamics in a moving frame need. modes: 3 nodes x
/// r, for all of the model's nodes.
void integrate_masses(const FullModel& model, const Eigen::MatrixXd& modes, ReducedShape& reduced);

}  // namespace limber
