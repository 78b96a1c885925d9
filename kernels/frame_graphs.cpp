#include "kernels/frame_graphs.h"

namespace limber {

void FrameGraphs::run(Exec& exec, std::uint64_t key, const std::function<void()>& record) {
  stages();  // a graph's events are about to be recorded again
  Frame& frame = frames_[key];
  const bool replay = exec.solver() == Solver::cuda;
  if (!replay || !frame.graph) {
    if (profiling_ && !frame.timeline) frame.timeline = std::make_unique<Timeline>(exec);
    if (frame.timeline) frame.timeline->restart();
    exec.set_timeline(frame.timeline.get());
    if (replay) device::begin_capture(exec.stream());
    try {
      record();
      if (frame.timeline) frame.timeline->finish();
    } catch (...) {
      exec.set_timeline(nullptr);
      if (replay) device::abandon_capture(exec.stream());
      throw;
    }
    exec.set_timeline(nullptr);
    if (replay) frame.graph = device::end_capture(exec.stream());
  }
  if (replay) device::launch(frame.graph, exec.stream());
  pending_ = frame.timeline.get();
}

void FrameGraphs::clear() {
  pending_ = nullptr;
  for (auto& [key, frame] : frames_)
    if (frame.graph) device::destroy(frame.graph);
  frames_.clear();
}

void FrameGraphs::set_profiling(bool on) {
  if (profiling_ == on) return;
  clear();
  stages_.clear();
  profiling_ = on;
}

const std::vector<StageTime>& FrameGraphs::stages() {
  if (pending_ && pending_->ready()) {
    stages_ = pending_->read();
    pending_ = nullptr;
  }
  return stages_;
}

}  // namespace limber
