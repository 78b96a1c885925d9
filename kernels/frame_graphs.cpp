#include "kernels/frame_graphs.h"

namespace limber {

namespace {

/// Resets an Exec after a recording, even if that throws.
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

FrameGraphs::Frame& FrameGraphs::frame_for(Exec& exec, std::uint64_t key) {
  stages();  // reads the marks of the last frame before they are replaced
  if (frames_.size() >= max_frames && !frames_.contains(key)) {
    exec.synchronize();
    clear();
  }
  Frame& frame = frames_[key];
  if (profiling_ && !frame.timeline) frame.timeline = std::make_unique<Timeline>(exec);
  return frame;
}

void FrameGraphs::prepare(Exec& exec, std::uint64_t key, const std::function<void()>& record) {
  if (exec.backend() == Backend::serial) return;
  Frame& frame = frame_for(exec, key);
  const ExecState until_the_end(exec);
  if (exec.backend() == Backend::cuda) {
    if (!frame.graph) capture(exec, frame, record);
  } else if (!frame.host) {
    auto host = std::make_unique<HostFrame>();
    exec.record_into(host.get());
    record();
    frame.host = std::move(host);
  }
}

void FrameGraphs::run(Exec& exec, std::uint64_t key, const std::function<void()>& record) {
  prepare(exec, key, record);
  Frame& frame = frame_for(exec, key);
  Timeline* const timeline = frame.timeline.get();
  if (exec.backend() == Backend::cuda) {
    device::launch(frame.graph.get(), exec.stream());
  } else {
    const ExecState until_the_end(exec);
    if (timeline) timeline->restart();
    if (frame.host) {
      frame.host->run(exec, timeline);
    } else {
      exec.set_timeline(timeline);
      record();
    }
    if (timeline) timeline->finish();
  }
  pending_ = timeline;
}

void FrameGraphs::capture(Exec& exec, Frame& frame, const std::function<void()>& record) {
  if (frame.timeline) frame.timeline->restart();  // a failed attempt may have left marks
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
  stages_.clear();
  frames_.clear();
}

void FrameGraphs::set_profiling(bool on) {
  if (profiling_ == on) return;
  clear();
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
