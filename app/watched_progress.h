#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

#include "sim/progress.h"

namespace limber {

/// Progress of work in one thread that another thread shows or cancels.
class WatchedProgress : public Progress {
 public:
  struct State {
    std::string what;
    float share;  ///< below 0: unknown
    double elapsed_s;
  };

  void report(const std::string& what, float share) override {
    if (cancelled_) throw Cancelled{};
    const std::lock_guard lock(mutex_);
    what_ = what;
    share_ = share;
  }
  /// The next report throws Cancelled.
  void cancel() { cancelled_ = true; }
  State state() const {
    const std::lock_guard lock(mutex_);
    return {what_, share_, std::chrono::duration<double>(Clock::now() - start_).count()};
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;  ///< guards the following
  std::string what_ = "reading the scene";
  float share_ = -1.0f;
};

}  // namespace limber
