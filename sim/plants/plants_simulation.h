#pragma once

#include <memory>

#include "kernels/buffer.h"
#include "kernels/pinned_upload.h"
#include "kernels/plants/show.h"
#include "kernels/readback.h"
#include "sim/frame_runner.h"
#include "sim/plants/part_dynamics.h"
#include "sim/plants/part_hand.h"
#include "sim/plants/part_surface.h"
#include "sim/plants/plants_settings.h"
#include "sim/simulation.h"

namespace limber {

/// Plants of parts that bend in a few modes each (003): the coordinates q by Newmark's rule, the
/// vertices by u = U q where the solver runs. With the GPU, q may be computed there as well, or on
/// the processor while the GPU deforms and draws the frame before.
class PlantsSimulation : public Simulation {
 public:
  /// Throws Error(bad_input) as part_tree_of() does.
  PlantsSimulation(Exec& exec, std::shared_ptr<const PlantsModel> model,
                   const PlantsSettings& settings);

  void switch_to(Exec& exec) override;
  void reset() override;
  void advance(const FrameRequest& request) override;

  double dt_s() const override { return as_written(settings_.dt_s); }
  double time_s() const override { return time_s_; }
  const SystemCounts& counts() const override { return counts_; }
  const DrawList& draw_list() const override { return draw_list_; }
  std::vector<Parameter>& parameters() override { return parameters_; }
  void parameters_changed() override;

  void grab(int vertex) override;
  void grab_at(int vertex, glm::vec3 at_m) override;
  void drag_to(glm::vec3 target_m) override { grab_target_m_ = target_m; }
  void release(bool pin) override;
  int grabbed_vertex() const override { return hand_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return hand_.pinned_vertices(); }

  bool finite() override { return frames_.finite(); }
  bool finite_now() override { return frames_.finite_now(); }
  /// "speed": root mean square of the parts' speeds, m/s. "bend": of all coordinates, as shares of
  /// the largest bending that is allowed.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  void request_convergence() override {}  // Newton's method takes a few steps at most
  const std::vector<ConvergenceCurve>& convergence() override { return no_curves_; }
  std::vector<IterationCount> iterations_now() const override;
  std::optional<StepTime> poll_step_time() override { return frames_.poll_step_time(); }
  void set_profiling(bool on) override { frames_.set_profiling(on); }
  const std::vector<StageTime>& stages() override { return frames_.stages(); }
  std::vector<glm::vec3> positions_m() override;  ///< the centre of mass of each part
  std::uint64_t state_hash() override;

  const PartTree& tree() const { return tree_; }
  PartDynamics::State state() { return dynamics_.download(*q_exec_); }

 private:
  /// Values that the processor computes for the GPU every frame.
  struct Uploads {
    PinnedUpload<float> q, values;
    PinnedUpload<Pose> poses;
  };

  bool apart() const { return q_exec_ != exec_; }  ///< q is computed beside the GPU
  Exec& exec_of_q(Exec& exec);
  void move_q_to(Exec& exec);
  StepRule rule_now() const;
  SwayStep step_now();
  void compute_matrices();
  void run_steps(int steps, bool remember);
  void publish(const FrameRequest& request);
  PartHand::Point point_at(int vertex, const glm::vec3* at_m);

  Exec* exec_;
  std::unique_ptr<Exec> beside_;  ///< the processor's, once it has been asked for
  Exec* q_exec_;
  PlantsSettings settings_;
  std::vector<Parameter> parameters_;
  std::shared_ptr<const PlantsModel> model_;
  PartTree tree_;
  Substructure substructure_;
  StepRule rule_;
  PartSurface surface_;

  // Where q is computed.
  PartDynamics dynamics_;
  PartHand hand_;
  Buffer<float> remembered_q_;
  Buffer<Pose> remembered_poses_;
  Buffer<int> coordinate_at_;
  Buffer<SwaySums> block_sums_, sums_;

  Buffer<int> never_raised_;  ///< where the vertices are deformed
  std::unique_ptr<Uploads> uploads_;
  float hand_limit_m_ = 0.0f;
  glm::vec3 grab_target_m_{0.0f};
  double time_s_ = 0.0;
  SystemCounts counts_;
  DrawList draw_list_;
  Readback<SwaySums> sums_later_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> no_curves_;
  FrameRunner frames_;
};

}  // namespace limber
