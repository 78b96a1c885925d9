#pragma once

// All iterations of a block descent over rigid bodies [Giles25] in one kernel: thread blocks stay
// on the GPU and wait for each other after each colour that has bodies; launches would have to come
// for all colours that there may be. Several threads share the joints and contacts of a body, and
// a whole block those of one with hundreds of contacts. GPU only; descent.h runs everywhere.

#include "kernels/exec.h"
#include "kernels/joints/descent.h"

namespace limber {

/// Bodies that have a block each; where there are more, none has.
inline constexpr int max_crowded_bodies = 64;

/// Begins where BeginDescent ends.
struct DescentIterations {
  Descent descent;
  View<const int> bodies;  ///< of each colour as many places as there are bodies in all
  View<const int> counts;  ///< of each colour, and of those left over without one
  View<const int> colors;  ///< of each body
  View<int> crowded;       ///< for how many bodies have many contacts, and then for such bodies
  View<RigidPose> next;
  LearnDescentJoints learn_joints;
  LearnDescentContacts learn_contacts;
  View<const int> contacts;  ///< how many there are
  int iterations;
};

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_descent_iterations_on_cuda(const Exec& exec, const char* label,
                                       const DescentIterations& work);

}  // namespace limber
