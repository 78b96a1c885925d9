#include "kernels/pinned_upload.h"

namespace limber {

RawPinnedUpload::~RawPinnedUpload() {
  for (Slot& slot : slots_) {
    if (slot.sent) device::destroy_event(slot.sent);
    if (slot.memory) device::release_pinned(slot.memory);
  }
}

void* RawPinnedUpload::begin() {
  Slot& slot = slots_[next_];
  if (!slot.memory) slot.memory = device::allocate_write_combined(bytes_);
  if (slot.on_its_way) device::wait_for(slot.sent);
  slot.on_its_way = false;
  return slot.memory;
}

void RawPinnedUpload::send(const Exec& exec, void* to) {
  Slot& slot = slots_[next_];
  if (!slot.sent) slot.sent = device::create_event();
  device::copy_to_device(to, slot.memory, bytes_, exec.stream());
  device::record(slot.sent, exec.stream());
  slot.on_its_way = true;
  next_ = 1 - next_;
}

}  // namespace limber
