#pragma once

#include <cstddef>
#include <memory>

#include "kernels/exec.h"

namespace limber {

/// Bytes that the buffers and uploads of this program currently hold on one side, without those
/// that OpenGL and other libraries allocate.
std::size_t bytes_held(Memory side);

/// How counted memory was allocated: its deleter.
struct Holding {
  Memory side = Memory::host;
  std::size_t bytes = 0;
  bool pinned = false;
  void operator()(void* memory) const noexcept;
};
using HeldMemory = std::unique_ptr<void, Holding>;

/// Not initialised; on the host aligned to cache lines; null for 0 bytes. Throws Error(unavailable)
/// where the GPU has too little.
HeldMemory hold(Memory side, std::size_t bytes);
/// device::allocate_write_combined().
HeldMemory hold_write_combined(std::size_t bytes);

}  // namespace limber
