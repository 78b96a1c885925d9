#pragma once

#include <cstddef>

#include "kernels/exec.h"

namespace limber {

/// Copies between two places, each on one of the sides. exec: of the side that both are on, where
/// nothing waits; of the device where one of them is there, and it waits.
void copy_bytes(const Exec& exec, void* to, Memory to_side, const void* from, Memory from_side,
                std::size_t bytes);
/// Sets to zeros what is on that side, where exec runs. Does not wait.
void clear_bytes(const Exec& exec, void* bytes, Memory side, std::size_t count);

}  // namespace limber
