#pragma once

// All iterations over contacts of rigid bodies [Silcowitz10] in one kernel: thread blocks stay on
// the GPU and synchronize where rigid_pairs.h launches the next kernel. GPU only; rigid_pairs.h
// runs everywhere.

#include "kernels/exec.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/sum_slots.h"

namespace limber {

/// The steps of an iteration; their `progress` and `first` are set while it runs.
struct RigidIterations {
  GatherRigidPairs gather;  ///< with the direction
  SolveRigidPairs solve;
  TurnRigidPairs turn;
  AimRigidBodies aim;
  PushRigidPairs push;
  View<const int> awake;  ///< number of bodies awake; at 0 no iteration runs
  View<const int> count;  ///< number of contacts
  int iterations;
  View<double> slots;  ///< of max_rigid_blocks, slots_per_block for each
};

inline constexpr int max_rigid_blocks = 512;

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_rigid_iterations_on_cuda(const Exec& exec, const char* label,
                                     const RigidIterations& work);

}  // namespace limber
