#include "kernels/copy_bytes.h"

#include <cstring>

namespace limber {

void copy_bytes(const Exec& exec, void* to, Memory to_side, const void* from, Memory from_side,
                std::size_t bytes) {
  if (bytes == 0) return;
  if (to_side == Memory::host && from_side == Memory::host) {
    std::memcpy(to, from, bytes);
  } else if (to_side == from_side) {
    device::copy_within_device(to, from, bytes, exec.stream());
  } else {
    if (to_side == Memory::device)
      device::copy_to_device(to, from, bytes, exec.stream());
    else
      device::copy_to_host(to, from, bytes, exec.stream());
    exec.synchronize();
  }
}

void clear_bytes(const Exec& exec, void* bytes, Memory side, std::size_t count) {
  if (count == 0) return;
  if (side == Memory::device)
    device::clear(bytes, count, exec.stream());
  else
    std::memset(bytes, 0, count);
}

}  // namespace limber
