#pragma once

#include <functional>

#include "kernels/exec.h"

namespace limber {

/// How many kernels `launches` puts on `exec`, none of which runs: on CUDA those of the graph that
/// they are captured in, other libraries' among them, else the loops of a recorded frame.
int count_launches(Exec& exec, const std::function<void()>& launches);

/// Loops that this thread has recorded into frames of the host so far.
long launches_recorded();

namespace device {
/// Ends a capture, throws the graph away, and says how many kernels were in it. Throws
/// Error(unavailable) when CUDA fails.
int end_capture_and_count(Stream stream);
}  // namespace device

}  // namespace limber
