#pragma once

#include "sim/plants/full_model.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// Writes the integrals over the masses of `model` that a moving frame needs; modes: 3 nodes x r,
/// of all of the model's nodes.
void integrate_masses(const FullModel& model, const Eigen::MatrixXd& modes, ReducedShape& reduced);

}  // namespace limber
