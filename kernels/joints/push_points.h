#pragma once

// PushRigidPoints on the GPU with several threads per body: a single thread would visit all points
// of a large body in turn.

#include "kernels/joints/touching_rigid.h"
#include "kernels/launch.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_push_points_on_cuda(const Exec& exec, const char* label, int bodies,
                                const PushRigidPoints& body);

/// On any backend.
inline void launch_push_points(const Exec& exec, const char* label, int bodies,
                               const PushRigidPoints& body) {
  if (exec.fast_kernels())
    launch_push_points_on_cuda(exec, label, bodies, body);
  else
    launch(exec, label, bodies, body);
}

}  // namespace limber
