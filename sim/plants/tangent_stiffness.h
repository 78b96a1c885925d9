#pragma once

#include <vector>

#include "kernels/plants/cubic.h"
#include "sim/plants/cubic_forces.h"

namespace limber {

/// Adds the coefficients of dF_i / dq_j, a polynomial of q, to those of other parts. Tells where
/// they lie, and leaves open which part it is of and where its pairs of modes begin. Throws
/// Error(bad_input) for more than 8 GiB of them.
CubicPart add_tangent_stiffness(const CubicForces& forces, std::vector<float>& coefficients);

}  // namespace limber
