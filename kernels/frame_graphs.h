#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>

#include "kernels/exec.h"
#include "kernels/host_frame.h"
#include "kernels/timeline.h"

namespace limber {

/// Frames recorded once and replayed: on CUDA as a graph with one launch, on TBB by a team of
/// threads that is woken once. On one core a frame is simply run.
class FrameGraphs {
 public:
  FrameGraphs() = default;
  FrameGraphs(const FrameGraphs&) = delete;
  FrameGraphs& operator=(const FrameGraphs&) = delete;

  /// Records what run() will need, if it has not been recorded yet, so that a time taken around
  /// run() is that of the frame alone.
  void prepare(Exec& exec, std::uint64_t key, const std::function<void()>& record);
  /// Runs what `record` launches on `exec`. Two calls with the same key must launch the same
  /// kernels on the same memory with the same values; whatever changes goes into the key, or
  /// through memory that the kernels read, or is followed by clear().
  void run(Exec& exec, std::uint64_t key, const std::function<void()>& record);
  /// Does not wait: call it after the replayed frames have finished.
  void clear();

  /// Times the stages of later frames. Costs some microseconds per stage.
  void set_profiling(bool on);
  /// The stages of the newest frame that has been timed, empty if there is none yet.
  const std::vector<StageTime>& stages();

 private:
  struct Frame {
    std::unique_ptr<HostFrame> host;     ///< TBB
    std::unique_ptr<Timeline> timeline;  ///< while profiling
    device::OwnedGraph graph;  ///< CUDA; destroyed before the timeline, whose events it records
  };
  static constexpr std::size_t max_frames = 24;  ///< limit at which all are discarded
  Frame& frame_for(Exec& exec, std::uint64_t key);
  static void capture(Exec& exec, Frame& frame, const std::function<void()>& record);
  std::unordered_map<std::uint64_t, Frame> frames_;
  bool profiling_ = false;
  Timeline* pending_ = nullptr;
  std::vector<StageTime> stages_;
};

}  // namespace limber
