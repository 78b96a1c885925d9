#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/frame_graphs.h"
#include "kernels/frame_inputs.h"
#include "kernels/readback.h"
#include "kernels/stopwatch.h"
#include "kernels/timeline.h"
#include "sim/archive.h"
#include "sim/statistics.h"
#include "sim/step_timer.h"

namespace limber {

/// Runs the frames of a simulation on its solver: recorded once and replayed, timed, and checked
/// for states that are not finite. Must be destroyed before the memory that the frames use: make it
/// the last member of its owner.
class FrameRunner {
 public:
  explicit FrameRunner(Exec& exec);
  ~FrameRunner();
  FrameRunner(const FrameRunner&) = delete;
  FrameRunner& operator=(const FrameRunner&) = delete;

  /// Runs `steps` steps, launched by `record`. Frames with equal keys must launch the same kernels
  /// on the same memory until forget_frames(); varying values are passed in inputs().
  void run(const FrameInputs& inputs, int steps, std::uint64_t key,
           const std::function<void()>& record);
  /// Launches publication on `exec`, which need not be the one of the steps: a separate stage while
  /// profiling.
  void publish(const Exec& exec, const std::function<void()>& launches);
  /// Discards recorded frames, whose values or memory have changed. Waits.
  void forget_frames();

  /// Whether the user blows air during the next frames. A change forgets recorded frames.
  void set_blown(bool blown);
  bool blown() const { return blown_; }
  View<const FrameInputs> inputs() const { return inputs_.view(); }  ///< a single element
  View<int> not_finite() { return not_finite_.view(); }  ///< a flag that steps set and never clear
  void watch();  ///< requests the flag, unless a request is pending or it is known to be set
  bool finite();
  bool finite_now();  ///< waits

  std::optional<StepTime> poll_step_time() { return timer_.poll(); }
  void forget_times() { timer_.forget(); }
  void set_profiling(bool on);
  const std::vector<StageTime>& stages();  ///< of the newest frame whose times are known

  void reset();  ///< the state is finite again. Waits.
  /// Name of the flag in archives.
  static constexpr const char* flag_name = "not finite";
  /// Frames must be forgotten before a move.
  void archive(Archive& archive);
  void arrive(Exec& to);  ///< after the move: runs there from now on

 private:
  Exec* exec_;
  Buffer<FrameInputs> inputs_;
  Buffer<int> not_finite_;
  FrameGraphs graphs_;
  StepTimer timer_;
  bool profiling_ = false;
  bool blown_ = false;
  Stopwatch publishing_;
  bool publishing_timed_ = false;  ///< and not yet read
  std::optional<double> publishing_ms_;
  std::vector<StageTime> stages_;
  Readback<int> not_finite_later_;
  bool finite_ = true;
};

}  // namespace limber
