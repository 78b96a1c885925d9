#pragma once

#include "kernels/buffer.h"
#include "kernels/readback.h"
#include "sim/family_simulation.h"
#include "sim/fem/elements.h"
#include "sim/fem/fem_model.h"
#include "sim/fem/fem_settings.h"
#include "sim/fem/node_hand.h"
#include "sim/skin.h"
#include "sim/sparse/conjugate_gradient.h"

namespace limber {

/// Finite elements, or the springs of cloth, with implicit Euler (001): a step assembles the system
/// of the velocities' change and solves it by conjugate gradients.
class FemSimulation : public FamilySimulation {
 public:
  FemSimulation(Exec& exec, const FemModel& model, const FemSettings& settings);

  void switch_to(Exec& exec) override;
  void reset() override;
  void advance(const FrameRequest& request) override;

  double dt_s() const override { return as_written(settings_.dt_s); }
  void parameters_changed() override;

  void grab(int vertex) override;
  void release(bool pin) override { hand_.release(*exec_, pin); }
  int grabbed_vertex() const override { return hand_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return hand_.pinned_vertices(); }

  void request_residuals() override { request_convergence(); }
  const std::map<std::string, double>& residuals() override;
  void request_convergence() override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override;
  const Pattern& pattern() const { return pattern_; }  ///< of the matrix, in 3x3 blocks
  std::optional<StepTime> poll_step_time() override;
  std::vector<glm::vec3> positions_m() override;
  std::uint64_t state_hash() override;

 private:
  static constexpr int most_iterations = 200;
  struct CgLog {
    CgEntry at[most_iterations + 1];
  };

  void lay_out_matrix();
  CgSettings cg_settings() const;
  FrameRunner& frames() override { return frames_; }
  void run_steps(int steps, bool remember) override;
  void launch_step();
  void publish(const FrameRequest& request) override;
  void look_at_outcome();
  Incidence slots_of_node() const;
  template <class Visit>
  void for_each_buffer(const Visit& visit);
  DrawList make_draw_list(const FemModel& model) const;

  FemSettings settings_;
  std::string laid_out_as_;  ///< the layout that the matrix has

  std::vector<glm::vec3> rest_m_;
  Pattern pattern_;

  std::unique_ptr<Elements> elements_;
  Buffer<glm::vec3> positions_, velocities_, rest_positions_;
  Buffer<glm::vec3> element_forces_;
  Buffer<float> element_matrices_;
  Buffer<int> slots_of_node_first_, slots_of_node_;
  Buffer<float> masses_;
  Buffer<glm::vec3> external_, right_;
  Buffer<float> added_diagonal_, held_, changes_, products_;
  Buffer<SymmetricBlock<float, 3>> filters_;
  Buffer<NodeContact> contacts_;
  Buffer<Particle> shown_, remembered_;
  Buffer<Collider> colliders_;
  SparseMatrix<float> matrix_;
  SparseAssembly<float> assembly_;
  std::optional<ConjugateGradient<float, 3>> solver_;
  Skin skin_;

  NodeHand hand_;

  double last_step_ms_ = 0.0;
  Readback<CgLog> log_later_;
  int logged_iterations_ = 0;
  std::optional<CgEntry> outcome_;  ///< of the newest step that has been looked at
  FrameRunner frames_;
};

}  // namespace limber
