#include "kernels/buffer.h"

#include <cstring>
#include <new>
#include <utility>

#include "kernels/copy_bytes.h"
#include "kernels/memory_use.h"

namespace limber {

namespace {
constexpr std::align_val_t cache_line{64};
}

RawBuffer::RawBuffer(Memory side, std::size_t bytes) : bytes_(bytes), side_(side) {
  if (bytes == 0) return;
  data_ = side == Memory::device ? device::allocate(bytes) : ::operator new(bytes, cache_line);
  note_bytes_held(side, static_cast<std::ptrdiff_t>(bytes));
}

RawBuffer::~RawBuffer() {
  if (!data_) return;
  note_bytes_held(side_, -static_cast<std::ptrdiff_t>(bytes_));
  if (side_ == Memory::device)
    device::release(data_);
  else
    ::operator delete(data_, cache_line);
}

void RawBuffer::swap(RawBuffer& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(side_, other.side_);
}

void RawBuffer::upload(const Exec& exec, const void* from) {
  if (bytes_ == 0) return;
  if (side_ == Memory::device)
    device::copy_to_device(data_, from, bytes_, exec.stream());
  else
    std::memcpy(data_, from, bytes_);
}

void RawBuffer::download(const Exec& exec, void* to) const {
  copy_bytes(exec, to, Memory::host, data_, side_, bytes_);
}

void RawBuffer::zero(const Exec& exec) { clear_bytes(exec, data_, side_, bytes_); }

void RawBuffer::grow(const Exec& exec, std::size_t bytes) {
  RawBuffer grown(exec.memory(), bytes);
  grown.zero(exec);
  copy_bytes(exec, grown.data_, grown.side_, data_, side_, bytes_);
  exec.synchronize();
  swap(grown);
}

void RawBuffer::move(const Exec& from, const Exec& to) {
  if (side_ == to.memory()) return;
  RawBuffer moved(to.memory(), bytes_);
  if (side_ == Memory::device) {
    download(from, moved.data_);
  } else {
    moved.upload(to, data_);
    to.synchronize();  // the host memory goes away with *this
  }
  *this = std::move(moved);
}

}  // namespace limber
