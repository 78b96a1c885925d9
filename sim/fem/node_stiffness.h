#pragma once

#include <vector>

#include "sim/fem/fem_model.h"

namespace limber {

/// How stiffly each node is held by the elements around it, if only it moves.
std::vector<float> node_stiffness_N_m(const FemModel& model);

}  // namespace limber
