#pragma once

// The method of persistent.h for matrices in BlockSell, which thread blocks copy to shared memory,
// with the rows' vectors, before they iterate: what stays in global memory is read anew after each
// wait, which takes most of an iteration's time. GPU only.
//
// Waiting once per iteration instead of twice [Ghysels14] saved nothing: on an H200 a step of
// fem/linear then took 0.367 ms, and 0.366 with two. Where blocks also looked for each other's sums
// instead of waiting for the grid, it took 0.402 ms.

#include "kernels/sparse/persistent.h"

namespace limber {

/// Returns false, and launches nothing, where persistent.h is faster or the GPU does not allow
/// this. Throws Error(unavailable) with the label when CUDA refuses the launch.
template <class Matrix>
bool launch_resident_cg_on_cuda(const Exec& exec, const char* label,
                                const PersistentCg<Matrix, 3>& work);

}  // namespace limber
