#include "kernels/upload.h"

#include <cstring>
#include <new>

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
      std::memset(slot.host, 0, bytes);
      if (!on_device_) continue;
      slot.device = device::allocate(bytes);
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
  for (Slot& slot : slots_) {
    if (slot.copied) device::destroy_event(slot.copied);
    if (slot.read) device::destroy_event(slot.read);
    if (slot.device) device::release(slot.device);
    if (slot.host && on_device_) device::release_pinned(slot.host);
    if (slot.host && !on_device_) ::operator delete(slot.host, cache_line);
  }
  if (stream_) device::destroy_stream(stream_);
}

void* RawUpload::begin() {
  Slot& next = slots_[1 - current_];
  if (next.in_copy) device::wait_for(next.copied);
  return next.host;
}

void RawUpload::send(const Exec& exec) {
  current_ = 1 - current_;
  Slot& slot = slots_[current_];
  if (!on_device_ || bytes_ == 0) return;
  if (slot.in_use) device::wait(stream_, slot.read);
  device::copy_to_device(slot.device, slot.host, bytes_, stream_);
  device::record(slot.copied, stream_);
  device::wait(exec.stream(), slot.copied);
  slot.in_copy = true;
  slot.in_use = false;
}

void RawUpload::used(const Exec& exec) {
  if (!on_device_ || bytes_ == 0) return;
  Slot& slot = slots_[current_];
  device::record(slot.read, exec.stream());
  slot.in_use = true;
}

const void* RawUpload::data() const {
  const Slot& slot = slots_[current_];
  return on_device_ ? slot.device : slot.host;
}

}  // namespace limber
