#include "kernels/upload.h"

#include <cstring>

namespace limber {

RawUpload::RawUpload(const Exec& exec, std::size_t bytes)
    : bytes_(bytes), on_device_(exec.memory() == Memory::device) {
  if (bytes == 0) return;
  if (on_device_) stream_ = device::create_stream();
  for (Slot& slot : slots_) {
    slot.host = on_device_ ? hold_write_combined(bytes) : hold(Memory::host, bytes);
    std::memset(slot.host.get(), 0, bytes);
    if (!on_device_) continue;
    slot.device = hold(Memory::device, bytes);
    slot.copied = device::create_event();
    slot.read = device::create_event();
    device::clear(slot.device.get(), bytes, exec.stream());
  }
  exec.synchronize();
}

void* RawUpload::begin() {
  const Slot& next = slots_[1 - current_];
  if (next.copied) device::wait_for(next.copied.get());
  return next.host.get();
}

void RawUpload::send(const Exec& exec) {
  const Slot& last = slots_[current_];
  current_ = 1 - current_;
  const Slot& next = slots_[current_];
  if (!next.device) return;
  device::wait(stream_.get(), next.read.get());  // recorded by the last send()
  device::copy_to_device(next.device.get(), next.host.get(), bytes_, stream_.get());
  device::record(next.copied.get(), stream_.get());
  device::record(last.read.get(), exec.stream());
  device::wait(exec.stream(), next.copied.get());
}

const void* RawUpload::data() const {
  const Slot& slot = slots_[current_];
  return (on_device_ ? slot.device : slot.host).get();
}

}  // namespace limber
