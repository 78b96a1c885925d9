#pragma once

#include <cstddef>

#include "kernels/exec.h"

namespace limber {

/// Bytes that the buffers and uploads of this program hold on one side at this moment. What OpenGL
/// and other libraries allocate is not in it.
std::size_t bytes_held(Memory side);

/// For what allocates: it holds so many bytes more, or fewer.
void note_bytes_held(Memory side, std::ptrdiff_t change);

}  // namespace limber
