#pragma once

#include "kernels/exec.h"

namespace limber {

/// Bytes a second of a large copy on the GPU, read and written: what a kernel that only moves
/// memory can hope for.
double copy_rate(const Exec& exec);

}  // namespace limber
