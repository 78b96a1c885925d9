#pragma once

#include "kernels/exec.h"

namespace limber {

/// Bytes per second, read plus written, of a large copy on the GPU: the upper bound for a
/// memory-bound kernel.
double copy_rate(const Exec& exec);

}  // namespace limber
