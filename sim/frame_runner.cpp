#include "sim/frame_runner.h"

#include <exception>
#include <utility>

namespace limber {

FrameRunner::FrameRunner(Exec& exec)
    : exec_(&exec),
      inputs_(exec, std::vector<FrameInputs>(1)),
      not_finite_(exec, std::vector<int>{0}) {}

FrameRunner::~FrameRunner() {
  try {
    forget_frames();
  } catch (const std::exception&) {
    // The device is gone; there is nothing left to wait for.
  }
}

void FrameRunner::run(const FrameInputs& inputs, int steps, std::uint64_t key,
                      const std::function<void()>& record) {
  inputs_.upload(*exec_, {&inputs, 1});
  graphs_.prepare(*exec_, key, record);
  timer_.start(*exec_, steps);
  graphs_.run(*exec_, key, record);
  timer_.stop(*exec_);
}

void FrameRunner::publish(const Exec& exec, const std::function<void()>& launches) {
  const bool timed = profiling_ && !publishing_timed_;
  if (timed) publishing_.start(exec);
  launches();
  if (!timed) return;
  publishing_.stop(exec);
  publishing_timed_ = true;
}

void FrameRunner::forget_frames() {
  exec_->synchronize();
  graphs_.clear();
}

void FrameRunner::set_blown(bool blown) {
  if (std::exchange(blown_, blown) != blown) forget_frames();
}

void FrameRunner::watch() {
  if (finite() && !not_finite_later_.pending())
    not_finite_later_.request(*exec_, not_finite_.view());
}

bool FrameRunner::finite() {
  if (const auto raised = not_finite_later_.poll(); raised && *raised != 0) finite_ = false;
  return finite_;
}

bool FrameRunner::finite_now() {
  if (!finite()) return false;
  not_finite_later_.request(*exec_, not_finite_.view());
  exec_->synchronize();
  return finite();
}

void FrameRunner::set_profiling(bool on) {
  exec_->synchronize();
  graphs_.set_profiling(on);
  profiling_ = on;
  publishing_ms_.reset();
}

const std::vector<StageTime>& FrameRunner::stages() {
  if (const std::optional<double> ms = publishing_.poll_ms()) {
    publishing_ms_ = ms;
    publishing_timed_ = false;
  }
  stages_ = graphs_.stages();
  if (publishing_ms_ && !stages_.empty()) stages_.push_back({"publish", *publishing_ms_});
  return stages_;
}

void FrameRunner::reset() {
  not_finite_.zero(*exec_);
  exec_->synchronize();
  not_finite_later_.forget();
  finite_ = true;
}

void FrameRunner::archive(Archive& archive) {
  archive.derived(flag_name, not_finite_, Start::zeros);
  archive.scratch(inputs_);
  archive.after_load([this](const Exec&) {
    not_finite_later_.forget();
    timer_.forget();
    finite_ = true;
    watch();
  });
}

void FrameRunner::arrive(Exec& to) {
  if (&to == exec_) return;
  finite();
  not_finite_later_.forget();
  timer_.forget();
  publishing_timed_ = false;
  exec_ = &to;
}

}  // namespace limber
