#pragma once

#include <memory>
#include <vector>

#include "kernels/device.h"
#include "kernels/exec.h"

namespace limber {

/// Lets launches overlap on a GPU: from begin() to join(), those on each forked Exec and those on
/// the Exec that forks. None of them may write what another reads or writes, and only one may
/// launch kernels that take the whole GPU (whole_grid_on_cuda.h). On the CPU they run one after the
/// other; so they do while stages are timed, since times of stages that overlap would say little.
class Fork {
 public:
  /// What is launched on the forked Execs waits for what was launched on `exec` before.
  void begin(Exec& exec, int forked) {
    if (in_use_ > 0) forked_.clear();  // a recording that failed has left them
    exec_ = &exec;
    in_use_ = exec.backend() == Backend::cuda && !exec.timeline() ? forked : 0;
    while (static_cast<int>(forked_.size()) < in_use_)
      forked_.push_back({device::create_stream(), device::create_event(), nullptr});
    for (int k = 0; k < in_use_; ++k) {
      Forked& own = forked_[k];
      own.exec = std::make_unique<Exec>(exec, own.stream.get());
      device::order(exec.stream(), own.stream.get(), own.event.get());
    }
  }
  /// For launches only.
  Exec& exec(int k) { return k < in_use_ ? *forked_[k].exec : *exec_; }
  /// Later launches on the Exec that forked wait for all.
  void join() {
    for (int k = 0; k < in_use_; ++k)
      device::order(forked_[k].stream.get(), exec_->stream(), forked_[k].event.get());
    in_use_ = 0;
  }

 private:
  struct Forked {
    device::OwnedStream stream;
    device::OwnedEvent event;
    std::unique_ptr<Exec> exec;
  };
  Exec* exec_ = nullptr;
  int in_use_ = 0;
  std::vector<Forked> forked_;
};

}  // namespace limber
