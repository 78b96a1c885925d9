#pragma once

#include "kernels/device.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Calls record(exec), which launches kernels that do nothing while a flag in the backend's memory
/// is 0. Where a CUDA graph is recorded they become a branch of it, which is skipped as a whole: an
/// H200 takes less time for that than for starting each of them. Not while stages are timed, since
/// events cannot be in a branch.
template <class Record>
void launch_branch_if(const Exec& exec, View<const int> flag, const Record& record) {
  if (exec.backend() != Backend::cuda || exec.timeline()) {
    record(exec);
    return;
  }
  device::GraphBranch branch(exec.stream(), flag.data);
  if (branch.stream()) {
    const Exec of_branch(exec, branch.stream());
    record(of_branch);
    branch.end();
  } else {
    record(exec);
  }
}

}  // namespace limber
