#pragma once

#include <chrono>
#include <optional>

#include "kernels/exec.h"

namespace limber {

/// Times what is launched between start() and stop() on the backend itself, without waiting for it.
class Stopwatch {
 public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  void start(const Exec& exec);
  void stop(const Exec& exec);
  std::optional<double> poll_ms();  ///< once per start and stop, when it is known

 private:
  enum class State { idle, started, stopped };
  using Clock = std::chrono::steady_clock;
  State state_ = State::idle;
  bool on_device_ = false;
  Clock::time_point times_[2];
  device::OwnedEvent events_[2];
};

}  // namespace limber
