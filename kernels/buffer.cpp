#include "kernels/buffer.h"

#include <cassert>
#include <cstring>
#include <utility>

#include "kernels/copy_bytes.h"
#include "kernels/zero_pages.h"

namespace limber {

void RawBuffer::upload(const Exec& exec, const void* from, std::size_t first, std::size_t count) {
  assert(first + count <= bytes());
  if (count == 0) return;
  void* const to = static_cast<char*>(data()) + first;
  if (side() == Memory::device)
    device::copy_to_device(to, from, count, exec.stream());
  else
    std::memcpy(to, from, count);
}

void RawBuffer::download(const Exec& exec, void* to, std::size_t first, std::size_t count) const {
  assert(first + count <= bytes());
  copy_bytes(exec, to, Memory::host, static_cast<const char*>(data()) + first, side(), count);
}

void RawBuffer::zero(const Exec& exec) { clear_bytes(exec, data(), side(), bytes()); }

void RawBuffer::grow(const Exec& exec, std::size_t bytes) {
  RawBuffer grown(exec.memory(), bytes);
  if (grown.side() == Memory::device || bytes < min_zero_pages_bytes) grown.zero(exec);
  copy_bytes(exec, grown.data(), grown.side(), data(), side(), this->bytes());
  exec.synchronize();
  *this = std::move(grown);
}

void RawBuffer::move(const Exec& from, const Exec& to) {
  if (side() == to.memory()) return;
  RawBuffer moved(to.memory(), bytes());
  if (side() == Memory::device) {
    download(from, moved.data());
  } else {
    moved.upload(to, data());
    to.synchronize();  // the host memory is freed with *this
  }
  *this = std::move(moved);
}

}  // namespace limber
