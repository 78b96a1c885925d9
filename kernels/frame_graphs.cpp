#include "kernels/frame_graphs.h"

namespace limber {

namespace {

/// Ends what an Exec was told to do for the time of a recording, whatever happens in it.
class ExecState {
 public:
  explicit ExecState(Exec& exec) : exec_(exec) {}
  ~ExecState() {
    exec_.set_timeline(nullptr);
    exec_.record_into(nullptr);
  }
  ExecState(const ExecState&) = delete;
  ExecState& operator=(const ExecState&) = delete;

 private:
  Exec& exec_;
};

}  // namespace

void FrameGraphs::run(Exec& exec, std::uint64_t key, const std::function<void()>& record) {
  stages();  // the marks of an earlier frame are about to be made anew
  Frame& frame = frames_[key];
  Timeline* timeline = nullptr;
  if (profiling_) {
    if (!frame.timeline) frame.timeline = std::make_unique<Timeline>(exec);
    timeline = frame.timeline.get();
  }
  const ExecState until_the_end(exec);
  switch (exec.solver()) {
    case Solver::serial:
      if (timeline) timeline->restart();
      exec.set_timeline(timeline);
      record();
      if (timeline) timeline->finish();
      break;
    case Solver::tbb:
      if (!frame.host) {
        auto host = std::make_unique<HostFrame>();
        exec.record_into(host.get());
        record();
        frame.host = std::move(host);
      }
      if (timeline) timeline->restart();
      frame.host->run(exec, timeline);
      if (timeline) timeline->finish();
      break;
    case Solver::cuda:
      if (!frame.graph) capture(exec, frame, record);
      device::launch(frame.graph, exec.stream());
      break;
  }
  pending_ = timeline;
}

void FrameGraphs::capture(Exec& exec, Frame& frame, const std::function<void()>& record) {
  exec.set_timeline(frame.timeline.get());
  device::begin_capture(exec.stream());
  try {
    record();
    if (frame.timeline) frame.timeline->finish();
  } catch (...) {
    device::abandon_capture(exec.stream());
    throw;
  }
  frame.graph = device::end_capture(exec.stream());
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
