#include "sim/step_timer.h"

#include <utility>

namespace limber {

void StepTimer::start(const Exec& exec, int steps) {
  constexpr std::size_t max_kept = 64;  // bound if they are not read
  std::deque<std::unique_ptr<Timed>>& from = timed_.size() >= max_kept ? timed_ : spare_;
  if (from.empty()) {
    running_ = std::make_unique<Timed>();
  } else {
    running_ = std::move(from.front());
    from.pop_front();
  }
  running_->steps = steps;
  running_->watch.start(exec);
}

void StepTimer::stop(const Exec& exec) {
  running_->watch.stop(exec);
  timed_.push_back(std::move(running_));
}

std::optional<StepTime> StepTimer::poll() {
  if (timed_.empty()) return std::nullopt;
  const auto ms = timed_.front()->watch.poll_ms();
  if (!ms) return std::nullopt;
  const StepTime time{*ms, timed_.front()->steps};
  spare_.push_back(std::move(timed_.front()));
  timed_.pop_front();
  return time;
}

void StepTimer::forget() {
  timed_.clear();
  spare_.clear();
}

}  // namespace limber
