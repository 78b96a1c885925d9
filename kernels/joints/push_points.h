#pragma once

// PushRigidPoints and PushRigidTouches on the GPU with several threads per body: a single thread
// would visit all points of a large body in turn.

#include "kernels/joints/rigid_on_collider.h"
#include "kernels/joints/touching_rigid.h"
#include "kernels/launch.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
template <class Body>
void launch_with_lanes_on_cuda(const Exec& exec, const char* label, int bodies, const Body& body);

/// Body: PushRigidPoints or PushRigidTouches. On any backend.
template <class Body>
void launch_push_points(const Exec& exec, const char* label, int bodies, const Body& body) {
  if (exec.fast_kernels())
    launch_with_lanes_on_cuda(exec, label, bodies, body);
  else
    launch(exec, label, bodies, body);
}

}  // namespace limber
