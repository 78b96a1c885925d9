#pragma once

// All Newton iterations for parts with cubic forces in one launch on the GPU, one block per part.
// cubic.h needs two launches per iteration and one thread for Cholesky's factorization. GPU only;
// cubic.h runs everywhere and documents what is computed.

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
