#include "render/hand_over.h"

#include <cstring>

#include "kernels/error.h"

namespace limber {

HandOver::HandOver(const Exec& steps, int vertex_count)
    : steps_(steps), written_(steps, vertex_count), given_(steps, vertex_count) {
  written_.zero(steps);
  given_.zero(steps);
  if (steps.memory() == Memory::host) return;
  filled_ = device::create_event();
  copied_ = device::create_event();
  device::record(copied_.get(), steps.stream());
}

HandOver::~HandOver() {
  if (!filled_) return;
  try {
    // The memory must outlive the work on both streams.
    device::wait_for(copied_.get());
    steps_.synchronize();
  } catch (const Error&) {
    // The device is lost: nothing runs on it any more.
  }
}

void HandOver::give(int field) {
  const std::lock_guard lock(mutex_);
  const std::size_t bytes = written_.raw().bytes();
  if (bytes > 0 && filled_) {
    device::wait(steps_.stream(), copied_.get());
    device::copy_within_device(given_.view().data, written_.view().data, bytes, steps_.stream());
    device::record(filled_.get(), steps_.stream());
  } else if (bytes > 0) {
    std::memcpy(given_.view().data, written_.view().data, bytes);
  }
  field_ = field;
  fresh_ = true;
}

bool HandOver::take(const Exec& copies, const Show& show, bool again) {
  const std::lock_guard lock(mutex_);
  if (!fresh_ && !again) return false;
  fresh_ = false;
  if (filled_) device::wait(copies.stream(), filled_.get());
  show(given_.view(), field_);
  if (filled_) device::record(copied_.get(), copies.stream());
  return true;
}

}  // namespace limber
