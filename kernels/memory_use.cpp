#include "kernels/memory_use.h"

#include <sys/mman.h>

#include <atomic>
#include <new>

#include "kernels/zero_pages.h"

namespace limber {

namespace {

constexpr std::align_val_t cache_line{64};

std::atomic<std::ptrdiff_t>& held_on(Memory side) {
  static std::atomic<std::ptrdiff_t> bytes[2];
  return bytes[static_cast<int>(side)];
}

void* map_zero_pages(std::size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void* allocate_on_host(std::size_t bytes) {
  return bytes < min_zero_pages_bytes ? ::operator new(bytes, cache_line) : map_zero_pages(bytes);
}

void free_on_host(void* memory, std::size_t bytes) {
  if (bytes < min_zero_pages_bytes)
    ::operator delete(memory, cache_line);
  else
    munmap(memory, bytes);
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
    free_on_host(memory, bytes);
}

HeldMemory hold(Memory side, std::size_t bytes) {
  if (bytes == 0) return {nullptr, {side}};
  return counted(
      side == Memory::device ? device::allocate(bytes).release() : allocate_on_host(bytes),
      {side, bytes});
}

HeldMemory hold_write_combined(std::size_t bytes) {
  return counted(device::allocate_write_combined(bytes).release(), {Memory::host, bytes, true});
}

}  // namespace limber
