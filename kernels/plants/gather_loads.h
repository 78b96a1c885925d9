#pragma once

// GatherContactLoads on the GPU with one warp per part: few of a part's points have contacts, and
// one thread would test all of them in turn. The sums have the same order.

#include "kernels/only_if.h"
#include "kernels/plants/part_contact.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_gather_loads_on_cuda(const Exec& exec, const char* label, View<const int> flag,
                                 int parts, const GatherContactLoads& body);

/// Does nothing if there is a `flag` and it is 0. On any backend.
inline void launch_gather_loads(const Exec& exec, const char* label, View<const int> flag,
                                int parts, const GatherContactLoads& body) {
  if (exec.fast_kernels())
    launch_gather_loads_on_cuda(exec, label, flag, parts, body);
  else
    launch_only_if(exec, label, flag, parts, body);
}

}  // namespace limber
