#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "kernels/stopwatch.h"
#include "sim/statistics.h"

namespace limber {

/// Times steps where they run, without waiting for them.
class StepTimer {
 public:
  void start(const Exec& exec, int steps);
  void stop(const Exec& exec);
  std::optional<StepTime> poll();  ///< the oldest that has not been asked for yet, once known
  void forget();                   ///< the solver changes

 private:
  struct Timed {
    Stopwatch watch;
    int steps = 0;
  };
  /// On the way or not asked for yet, oldest first; and those to take again, since each holds
  /// events of the GPU that no frame should make anew.
  std::deque<std::unique_ptr<Timed>> timed_, spare_;
  std::unique_ptr<Timed> running_;
};

}  // namespace limber
