#pragma once

// All iterations of Newton's method for a part with cubic forces in one launch on the GPU: a block
// a part. cubic.h takes two launches an iteration, and one thread for Cholesky's factors. GPU only;
// cubic.h runs everywhere and says what is computed.

#include "kernels/exec.h"
#include "kernels/plants/cubic.h"

namespace limber {

/// TangentStiffness and NewtonStep one after the other.
struct Newton {
  TangentStiffness tangent;
  NewtonStep step;
};

/// max_modes: of any part. Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_newton_team(const Exec& exec, const char* label, int iterations, int max_modes,
                        const Newton& work);

}  // namespace limber
