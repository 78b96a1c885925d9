#pragma once

// FindFluidNeighbors on the GPU with shared memory for what the threads find.

#include "kernels/fluid/neighbors.h"
#include "kernels/launch.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_find_neighbors_on_cuda(const Exec& exec, const char* label, int particles,
                                   const FindFluidNeighbors& body);

/// On any backend.
inline void launch_find_neighbors(const Exec& exec, const char* label, int particles,
                                  const FindFluidNeighbors& body) {
  if (exec.fast_kernels())
    launch_find_neighbors_on_cuda(exec, label, particles, body);
  else
    launch(exec, label, particles, body);
}

}  // namespace limber
