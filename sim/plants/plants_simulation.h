#pragma once

#include <memory>

#include "kernels/buffer.h"
#include "kernels/plants/show.h"
#include "kernels/readback.h"
#include "sim/family_simulation.h"
#include "sim/plants/part_dynamics.h"
#include "sim/plants/part_hand.h"
#include "sim/plants/part_surface.h"
#include "sim/plants/plants_settings.h"
#include "sim/plants/shown_parts.h"

namespace limber {

/// Plants of parts that bend in a few modes each (003): the coordinates q by Newmark's rule, the
/// vertices by u = U q where the solver runs. With the GPU, q may be computed there as well, or on
/// the processor while the GPU deforms and draws the frame before.
class PlantsSimulation : public FamilySimulation {
 public:
  /// Throws Error(bad_input) as part_tree_of() does.
  PlantsSimulation(Exec& exec, std::shared_ptr<const PlantsModel> model,
                   const PlantsSettings& settings);

  void switch_to(Exec& exec) override;
  void reset() override;

  double dt_s() const override { return as_written(settings_.dt_s); }
  void parameters_changed() override;

  void grab(int vertex) override;
  void grab_at(int vertex, glm::vec3 at_m) override;
  void release(bool pin) override;
  int grabbed_vertex() const override { return hand_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return hand_.pinned_vertices(); }

  /// "speed": root mean square of the parts' speeds, m/s. "bend": of all coordinates, as shares of
  /// the largest bending that is allowed.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  std::vector<IterationCount> iterations_now() const override;
  std::vector<glm::vec3> positions_m() override;  ///< the centre of mass of each part
  std::uint64_t state_hash() override;

  const PartTree& tree() const { return tree_; }
  PartDynamics::State state() { return dynamics_.download(*q_exec_); }

 private:
  bool apart() const { return q_exec_ != exec_; }  ///< q is computed beside the GPU
  Exec& exec_of_q(Exec& exec);
  void move_q_to(Exec& exec);
  StepRule rule_now() const;
  SwayStep step_now();
  void compute_matrices();
  FrameRunner& frames() override { return frames_; }
  void run_steps(int steps, bool remember) override;
  void publish(const FrameRequest& request) override;
  PartHand::Point point_at(int vertex, const glm::vec3* at_m);

  std::unique_ptr<Exec> beside_;  ///< the processor's, once it has been asked for
  Exec* q_exec_;
  PlantsSettings settings_;
  std::shared_ptr<const PlantsModel> model_;
  PartTree tree_;
  Substructure substructure_;
  StepRule rule_;
  PartSurface surface_;

  // Where q is computed.
  PartDynamics dynamics_;
  PartHand hand_;
  ShownParts shown_;
  Buffer<SwaySums> block_sums_, sums_;

  Buffer<int> never_raised_;  ///< where the vertices are deformed
  float hand_limit_m_ = 0.0f;
  Readback<SwaySums> sums_later_;
  FrameRunner frames_;
};

}  // namespace limber
