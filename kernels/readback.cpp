#include "kernels/readback.h"

namespace limber {

RawReadback::RawReadback(std::size_t bytes) : bytes_(bytes), host_(bytes) {}

void RawReadback::request(const Exec& exec, const void* from) {
  on_device_ = exec.memory() == Memory::device;
  if (on_device_) {
    if (!pinned_) pinned_ = device::allocate_pinned(bytes_);
    if (!event_) event_ = device::create_event();
    device::copy_to_host(pinned_.get(), from, bytes_, exec.stream());
    device::record(event_.get(), exec.stream());
  } else {
    std::memcpy(host_.data(), from, bytes_);
  }
  pending_ = true;
}

const void* RawReadback::poll() {
  if (!pending_ || (on_device_ && !device::finished(event_.get()))) return nullptr;
  pending_ = false;
  return on_device_ ? pinned_.get() : host_.data();
}

}  // namespace limber
