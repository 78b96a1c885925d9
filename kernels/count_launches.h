#pragma once

#include <functional>

#include "kernels/exec.h"

namespace limber {

/// The number of kernels that `launches` launches on `exec`; none of them runs. On CUDA this counts
/// the captured graph, with kernels of other libraries and without those of branches
/// (kernels/branch.h); otherwise the loops of a recorded frame.
int count_launches(Exec& exec, const std::function<void()>& launches);

/// The number of loops that this thread has recorded into host frames so far.
long launches_recorded();

namespace device {
/// Ends a capture, discards the graph, and returns its number of kernels. Throws Error(unavailable)
/// when CUDA fails.
int end_capture_and_count(Stream stream);
}  // namespace device

}  // namespace limber
