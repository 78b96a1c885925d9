#pragma once

// All iterations of a block descent over rigid bodies [Giles25] in one kernel: thread blocks stay
// on the GPU and synchronize after each colour that has bodies; separate launches would be needed
// for every possible colour. Several threads share the joints and contacts of a body, and a whole
// block those of a body with hundreds of contacts. GPU only; descent.h runs everywhere.

#include "kernels/exec.h"
#include "kernels/joints/descent.h"

namespace limber {

/// If more bodies than this qualify for a block each, none gets one.
inline constexpr int max_crowded_bodies = 64;

/// Runs after BeginDescent.
struct DescentIterations {
  Descent descent;
  View<const int> bodies;  ///< per colour, as many slots as there are bodies
  View<const int> counts;  ///< per colour, and of bodies left without one
  View<const int> colors;  ///< of each body
  View<int> crowded;       ///< scratch: the number of bodies with many contacts, then these bodies
  View<RigidPose> next;
  UpdateJointMultipliers update_joints;
  UpdateContactMultipliers update_contacts;
  View<const int> contacts;  ///< their number
  int iterations;
};

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_descent_iterations_on_cuda(const Exec& exec, const char* label,
                                       const DescentIterations& work);

}  // namespace limber
