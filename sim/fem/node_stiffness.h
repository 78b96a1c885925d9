#pragma once

#include <vector>

#include "sim/fem/fem_model.h"

namespace limber {

/// Stiffness of each node against its elements, with all other nodes fixed: the mean over the axes.
std::vector<float> node_stiffness_N_m(const FemModel& model);

}  // namespace limber
