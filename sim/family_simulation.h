#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/frame_runner.h"
#include "sim/simulation.h"

namespace limber {

/// What the simulations of all families have in common: one system that is advanced in frames. A
/// family has its FrameRunner as its last member, so that nothing runs any more when the rest goes.
class FamilySimulation : public Simulation {
 public:
  void advance(const FrameRequest& request) override;

  double time_s() const final { return time_s_; }
  const SystemCounts& counts() const final { return counts_; }
  const DrawList& draw_list() const final { return draw_list_; }
  std::vector<Parameter>& parameters() final { return parameters_; }
  void drag_to(glm::vec3 target_m) final { grab_target_m_ = target_m; }

  bool finite() final { return frames().finite(); }
  bool finite_now() final { return frames().finite_now(); }
  void request_convergence() override {}
  const std::vector<ConvergenceCurve>& convergence() override { return convergence_; }
  std::optional<StepTime> poll_step_time() override { return frames().poll_step_time(); }
  void set_profiling(bool on) final { frames().set_profiling(on); }
  const std::vector<StageTime>& stages() final { return frames().stages(); }

 protected:
  /// most_steps: in a recorded frame; frames of more steps replay it several times.
  explicit FamilySimulation(Exec& exec, int most_steps = 8)
      : exec_(&exec), most_steps_(most_steps) {}

  virtual FrameRunner& frames() = 0;
  /// Runs `steps` steps as one recorded frame. remember: the state before the last of them.
  virtual void run_steps(int steps, bool remember) = 0;
  virtual void publish(const FrameRequest& request) = 0;

  Exec* exec_;
  std::vector<Parameter> parameters_;
  glm::vec3 grab_target_m_{0.0f};
  double time_s_ = 0.0;
  SystemCounts counts_;
  DrawList draw_list_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;

 private:
  int most_steps_;
};

}  // namespace limber
