#pragma once

// DescendVertices on the GPU with several threads per vertex: a thread alone would visit all of its
// constraints in turn, and a colour has too few vertices to hide that.

#include "kernels/launch.h"
#include "kernels/pbd/descend.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_descend_on_cuda(const Exec& exec, const char* label, const DescendVertices& body);

/// On any backend.
inline void launch_descend(const Exec& exec, const char* label, const DescendVertices& body) {
  if (exec.fast_kernels())
    launch_descend_on_cuda(exec, label, body);
  else
    launch(exec, label, body.vertices.size, body);
}

}  // namespace limber
