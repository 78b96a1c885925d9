#pragma once

// ElementMatrices on the GPU by way of shared memory: each thread writes two blocks, but an H200 is
// slow to write parts of its sectors of 32 bytes.

#include "kernels/fem/newton.h"
#include "kernels/launch.h"

namespace limber {

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
template <int N, class Blocks>
void launch_element_matrices_on_cuda(const Exec& exec, const char* label, int elements,
                                     const ElementMatrices<N, Blocks>& body);

/// On any backend.
template <int N, class Blocks>
void launch_element_matrices(const Exec& exec, const char* label, int elements,
                             const ElementMatrices<N, Blocks>& body) {
  if (exec.fast_kernels())
    launch_element_matrices_on_cuda(exec, label, elements, body);
  else
    launch(exec, label, elements * pairs_of_nodes<N>, body);
}

}  // namespace limber
