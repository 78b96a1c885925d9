#pragma once

#include "kernels/contact/list_pairs.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Counts what CountPairs counts, on a GPU: a block shares the candidates of several owners
/// among its threads. only_if: a flag. Adds its own row to the frame's timeline under `label`.
/// Throws Error(unavailable) without CUDA.
void count_pairs_on_cuda(const Exec& exec, const char* label, const CountPairs& work,
                         View<const int> only_if);

}  // namespace limber
