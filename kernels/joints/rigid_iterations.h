#pragma once

// All iterations over contacts of rigid bodies [Silcowitz10] in one kernel: thread blocks stay on
// the GPU and wait for each other where rigid_pairs.h ends a kernel. GPU only; rigid_pairs.h runs
// everywhere.

#include "kernels/exec.h"
#include "kernels/joints/rigid_pairs.h"

namespace limber {

/// What kernels are of, but for what is known only in the middle of them: `progress` and `first`.
struct RigidIterations {
  GatherRigidPairs gather;  ///< with the direction
  SolveRigidPairs solve;
  TurnRigidPairs turn;
  AimRigidBodies aim;
  PushRigidPairs push;
  View<const int> awake;  ///< bodies; nothing is done while none is
  View<const int> count;  ///< of contacts
  int iterations;
  /// Five sums a block, of max_rigid_blocks places each.
  View<double> parts;
};

inline constexpr int max_rigid_blocks = 512;
inline constexpr int rigid_sums = 5;

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_rigid_iterations_on_cuda(const Exec& exec, const char* label,
                                     const RigidIterations& work);

}  // namespace limber
