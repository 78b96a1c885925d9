#pragma once

#include <vector>

#include "kernels/plants/cubic.h"
#include "sim/plants/cubic_forces.h"

namespace limber {

/// Appends the coefficients of dF_i / dq_j, a polynomial in q. Returns their location; the caller
/// sets the part and its first pair of modes. Throws Error(bad_input) for more than 8 GiB of
/// coefficients.
CubicPart add_tangent_stiffness(const CubicForces& forces, std::vector<float>& coefficients);

}  // namespace limber
