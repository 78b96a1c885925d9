#include "kernels/memory_use.h"

#include <atomic>

namespace limber {

namespace {

std::atomic<std::ptrdiff_t>& held_on(Memory side) {
  static std::atomic<std::ptrdiff_t> bytes[2];
  return bytes[static_cast<int>(side)];
}

}  // namespace

std::size_t bytes_held(Memory side) { return static_cast<std::size_t>(held_on(side).load()); }

void note_bytes_held(Memory side, std::ptrdiff_t change) { held_on(side) += change; }

}  // namespace limber
