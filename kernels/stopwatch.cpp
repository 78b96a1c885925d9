#include "kernels/stopwatch.h"

namespace limber {

void Stopwatch::start(const Exec& exec) {
  on_device_ = exec.memory() == Memory::device;
  if (on_device_) {
    for (device::OwnedEvent& event : events_)
      if (!event) event = device::create_event();
    device::record(events_[0].get(), exec.stream());
  } else {
    times_[0] = Clock::now();
  }
  state_ = State::started;
}

void Stopwatch::stop(const Exec& exec) {
  if (on_device_)
    device::record(events_[1].get(), exec.stream());
  else
    times_[1] = Clock::now();
  state_ = State::stopped;
}

std::optional<double> Stopwatch::poll_ms() {
  if (state_ != State::stopped || (on_device_ && !device::finished(events_[1].get())))
    return std::nullopt;
  state_ = State::idle;
  if (on_device_) return device::milliseconds_between(events_[0].get(), events_[1].get());
  return std::chrono::duration<double, std::milli>(times_[1] - times_[0]).count();
}

}  // namespace limber
