#include "kernels/memory_use.h"

#include <atomic>
#include <new>

namespace limber {

namespace {

constexpr std::align_val_t cache_line{64};

std::atomic<std::ptrdiff_t>& held_on(Memory side) {
  static std::atomic<std::ptrdiff_t> bytes[2];
  return bytes[static_cast<int>(side)];
}

HeldMemory counted(void* memory, const Holding& holding) {
  held_on(holding.side) += static_cast<std::ptrdiff_t>(holding.bytes);
  return {memory, holding};
}

}  // namespace

std::size_t bytes_held(Memory side) { return static_cast<std::size_t>(held_on(side).load()); }

void Holding::operator()(void* memory) const noexcept {
  held_on(side) -= static_cast<std::ptrdiff_t>(bytes);
  if (side == Memory::device)
    device::free_memory(memory);
  else if (pinned)
    device::free_pinned(memory);
  else
    ::operator delete(memory, cache_line);
}

HeldMemory hold(Memory side, std::size_t bytes) {
  if (bytes == 0) return {nullptr, {side}};
  return counted(side == Memory::device ? device::allocate(bytes).release()
                                        : ::operator new(bytes, cache_line),
                 {side, bytes});
}

HeldMemory hold_write_combined(std::size_t bytes) {
  return counted(device::allocate_write_combined(bytes).release(), {Memory::host, bytes, true});
}

}  // namespace limber
