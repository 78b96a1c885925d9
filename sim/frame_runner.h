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

/// Runs the frames of a simulation of any family where its solver is: recorded once and replayed,
/// timed, and watched for states that are not finite. It has to be destroyed before the memory that
/// the frames use: the last member of its owner.
class FrameRunner {
 public:
  explicit FrameRunner(Exec& exec);
  ~FrameRunner();
  FrameRunner(const FrameRunner&) = delete;
  FrameRunner& operator=(const FrameRunner&) = delete;

  /// Runs `steps` steps, which `record` launches. Frames with equal keys have to launch the same on
  /// the same memory until forget_frames(); what changes comes through inputs().
  void run(const FrameInputs& inputs, int steps, std::uint64_t key,
           const std::function<void()>& record);
  /// Launches what shows the state on `exec`, which need not be where the steps run: a stage of its
  /// own while profiling.
  void publish(const Exec& exec, const std::function<void()>& launches);
  /// Throws away what was recorded with values or memory that have changed. Waits.
  void forget_frames();

  /// Whether the frames that follow are blown at. Forgets those that know it otherwise.
  void set_blown(bool blown);
  bool blown() const { return blown_; }
  View<const FrameInputs> inputs() const { return inputs_.view(); }  ///< one
  View<int> not_finite() { return not_finite_.view(); }  ///< a flag that steps raise, never lower
  void watch();  ///< asks for the flag, unless it is on its way or known to be raised
  bool finite();
  bool finite_now();  ///< waits

  std::optional<StepTime> poll_step_time() { return timer_.poll(); }
  void forget_times() { timer_.forget(); }
  void set_profiling(bool on);
  const std::vector<StageTime>& stages();  ///< of the newest frame that is known

  void reset();  ///< the state is finite again. Waits.
  /// By what name archives have the flag.
  static constexpr const char* flag_name = "not finite";
  /// Frames have to be forgotten before it moves.
  void archive(Archive& archive);
  void arrive(Exec& to);  ///< it has moved, and runs there from now on

 private:
  Exec* exec_;
  Buffer<FrameInputs> inputs_;
  Buffer<int> not_finite_;
  FrameGraphs graphs_;
  StepTimer timer_;
  bool profiling_ = false;
  bool blown_ = false;
  Stopwatch publishing_;
  bool publishing_timed_ = false;  ///< and not read yet
  std::optional<double> publishing_ms_;
  std::vector<StageTime> stages_;
  Readback<int> not_finite_later_;
  bool finite_ = true;
};

}  // namespace limber
