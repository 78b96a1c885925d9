#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "kernels/stopwatch.h"
#include "sim/statistics.h"

namespace limber {

/// Times steps on the backend, asynchronously.
class StepTimer {
 public:
  void start(const Exec& exec, int steps);
  void stop(const Exec& exec);
  std::optional<StepTime> poll();  ///< the oldest unread time, once it is known
  void forget();                   ///< all pending times, when the solver changes

 private:
  struct Timed {
    Stopwatch watch;
    int steps = 0;
  };
  /// Pending or unread ones, oldest first; and ones for reuse, to avoid creating GPU events in
  /// every frame.
  std::deque<std::unique_ptr<Timed>> timed_, spare_;
  std::unique_ptr<Timed> running_;
};

}  // namespace limber
