#pragma once

#include <memory>
#include <vector>

#include "kernels/device.h"
#include "kernels/exec.h"

namespace limber {

/// Lets launches run beside each other on a GPU: those on each branch, and those on the Exec that
/// forks, from begin() to join(). They must not touch what others of them write. On the CPU, and
/// while stages are timed, since times of stages beside each other would say little, they run one
/// after the other.
class Fork {
 public:
  /// Branches wait for what was launched on `exec` before.
  void begin(Exec& exec, int branches) {
    exec_ = &exec;
    in_use_ = exec.backend() == Backend::cuda && !exec.timeline() ? branches : 0;
    while (static_cast<int>(branches_.size()) < in_use_)
      branches_.push_back({device::create_stream(), device::create_event(), nullptr});
    for (int k = 0; k < in_use_; ++k) {
      Branch& branch = branches_[k];
      branch.exec = std::make_unique<Exec>(exec, branch.stream.get());
      device::order(exec.stream(), branch.stream.get(), branch.event.get());
    }
  }
  /// For launches only.
  Exec& branch(int k) { return k < in_use_ ? *branches_[k].exec : *exec_; }
  /// Later launches on the Exec that forked wait for all branches.
  void join() {
    for (int k = 0; k < in_use_; ++k)
      device::order(branches_[k].stream.get(), exec_->stream(), branches_[k].event.get());
    in_use_ = 0;
  }

 private:
  struct Branch {
    device::OwnedStream stream;
    device::OwnedEvent event;
    std::unique_ptr<Exec> exec;
  };
  Exec* exec_ = nullptr;
  int in_use_ = 0;
  std::vector<Branch> branches_;
};

}  // namespace limber
