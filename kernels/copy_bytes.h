#pragma once

#include <cstddef>

#include "kernels/exec.h"

namespace limber {

/// Copies between memory of the host and of the device, or within one. exec: of the side that both
/// are on, where this does not wait; otherwise of the device, where it waits.
void copy_bytes(const Exec& exec, void* to, Memory to_side, const void* from, Memory from_side,
                std::size_t bytes);
/// Zeroes memory on the side where exec runs. Does not wait.
void clear_bytes(const Exec& exec, void* bytes, Memory side, std::size_t count);

}  // namespace limber
