#include "kernels/upload.h"

#include <cstring>
#include <new>

#include "kernels/memory_use.h"

namespace limber {

namespace {
constexpr std::align_val_t cache_line{64};
}

RawUpload::RawUpload(const Exec& exec, std::size_t bytes)
    : bytes_(bytes), on_device_(exec.memory() == Memory::device) {
  if (bytes == 0) return;
  try {
    if (on_device_) stream_ = device::create_stream();
    for (Slot& slot : slots_) {
      slot.host =
          on_device_ ? device::allocate_write_combined(bytes) : ::operator new(bytes, cache_line);
      note_bytes_held(Memory::host, static_cast<std::ptrdiff_t>(bytes));
      std::memset(slot.host, 0, bytes);
      if (!on_device_) continue;
      slot.device = device::allocate(bytes);
      note_bytes_held(Memory::device, static_cast<std::ptrdiff_t>(bytes));
      slot.copied = device::create_event();
      slot.read = device::create_event();
      device::clear(slot.device, bytes, exec.stream());
    }
  } catch (...) {
    release();
    throw;
  }
  exec.synchronize();
}

RawUpload::~RawUpload() { release(); }

void RawUpload::release() noexcept {
  const auto fewer = -static_cast<std::ptrdiff_t>(bytes_);
  for (Slot& slot : slots_) {
    if (slot.host) note_bytes_held(Memory::host, fewer);
    if (slot.device) note_bytes_held(Memory::device, fewer);
    if (slot.copied) device::destroy_event(slot.copied);
    if (slot.read) device::destroy_event(slot.read);
    if (slot.device) device::release(slot.device);
    if (slot.host && on_device_) device::release_pinned(slot.host);
    if (slot.host && !on_device_) ::operator delete(slot.host, cache_line);
  }
  if (stream_) device::destroy_stream(stream_);
}

void* RawUpload::begin() {
  const Slot& next = slots_[1 - current_];
  if (next.copied) device::wait_for(next.copied);
  return next.host;
}

void RawUpload::send(const Exec& exec) {
  const Slot& last = slots_[current_];
  current_ = 1 - current_;
  const Slot& next = slots_[current_];
  if (!next.device) return;
  device::wait(stream_, next.read);  // recorded by the last send()
  device::copy_to_device(next.device, next.host, bytes_, stream_);
  device::record(next.copied, stream_);
  device::record(last.read, exec.stream());
  device::wait(exec.stream(), next.copied);
}

const void* RawUpload::data() const {
  const Slot& slot = slots_[current_];
  return on_device_ ? slot.device : slot.host;
}

}  // namespace limber
