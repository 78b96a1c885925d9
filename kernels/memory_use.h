#pragma once

#include <cstddef>
#include <memory>

#include "kernels/exec.h"

namespace limber {

/// Bytes that the buffers and uploads of this program hold on one side at this moment. What OpenGL
/// and other libraries allocate is not in it.
std::size_t bytes_held(Memory side);

/// How memory that is counted was taken, and has to be given back.
struct Holding {
  Memory side = Memory::host;
  std::size_t bytes = 0;
  bool pinned = false;
  void operator()(void* memory) const noexcept;
};
using HeldMemory = std::unique_ptr<void, Holding>;

/// Not initialised, on the host from the start of a cache line on; null for 0 bytes. Throws
/// Error(unavailable) where the GPU has too little.
HeldMemory hold(Memory side, std::size_t bytes);
/// device::allocate_write_combined().
HeldMemory hold_write_combined(std::size_t bytes);

}  // namespace limber
