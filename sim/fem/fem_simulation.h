#pragma once

#include "kernels/buffer.h"
#include "kernels/fem/step.h"
#include "kernels/frame_graphs.h"
#include "kernels/readback.h"
#include "sim/fem/fem_model.h"
#include "sim/fem/fem_settings.h"
#include "sim/mesh/topology.h"
#include "sim/pbd/skin.h"
#include "sim/simulation.h"
#include "sim/sparse/conjugate_gradient.h"
#include "sim/step_timer.h"

namespace limber {

/// Corotational finite elements with implicit Euler (001): a step turns the elements, assembles the
/// system of the velocities' change and solves it by conjugate gradients.
/// N: nodes an element, 4 (linear) or 10 (quadratic).
template <int N>
class FemSimulation : public Simulation {
 public:
  FemSimulation(Exec& exec, const FemModel<N>& model, const FemSettings& settings);
  ~FemSimulation() override;

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
  void drag_to(glm::vec3 target_m) override { grab_target_m_ = target_m; }
  void release(bool pin) override;
  int grabbed_vertex() const override { return grabbed_vertex_; }
  const std::vector<int>& pinned_vertices() const override { return pinned_vertices_; }

  bool finite() override;
  bool finite_now() override;
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  void request_convergence() override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override;
  std::optional<StepTime> poll_step_time() override;
  void set_profiling(bool on) override;
  const std::vector<StageTime>& stages() override { return graphs_.stages(); }
  std::vector<glm::vec3> positions_m() override;
  std::uint64_t state_hash() override;

 private:
  static constexpr int most_iterations = 200;
  struct CgLog {
    CgEntry at[most_iterations + 1];
  };

  void lay_out_matrix();
  CgSettings cg_settings() const;
  void run_steps(int steps, bool remember);
  void launch_step();
  void publish(const FrameRequest& request);
  void upload_holds();
  void forget_frames();
  void forget_readbacks();
  template <class Visit>
  void for_each_buffer(const Visit& visit);
  DrawList make_draw_list(const FemModel<N>& model) const;

  Exec* exec_;
  FemSettings settings_;
  std::vector<Parameter> parameters_;
  std::string laid_out_as_;  ///< the layout that the matrix has

  std::vector<glm::vec3> rest_m_;
  std::vector<int> body_of_node_;
  std::vector<float> body_mass_kg_;
  Pattern pattern_;
  GatherList gather_;
  Lists neighbors_;  ///< of each node by its elements

  Buffer<ElementNodes<N>> elements_;
  Buffer<Tetrahedron<float>> rest_;
  Buffer<Tetrahedron<float>> turned_;
  Buffer<Quaternion> rotations_;
  Buffer<glm::vec3> positions_, velocities_, rest_positions_;
  Buffer<glm::vec3> element_forces_;
  Buffer<float> element_matrices_;
  Buffer<int> slots_of_node_first_, slots_of_node_;
  Buffer<float> masses_;
  Buffer<int> pinned_;
  Buffer<NodeHold> holds_;
  Buffer<glm::vec3> external_, right_;
  Buffer<float> added_diagonal_, held_, changes_, products_;
  Buffer<SymmetricBlock<float, 3>> filters_;
  Buffer<NodeContact> contacts_;
  Buffer<Particle> shown_, remembered_;
  Buffer<ElementMeasure> element_measures_;
  Buffer<NodeMeasure> node_measures_;
  Buffer<Collider> colliders_;
  Buffer<FrameInputs> inputs_;
  Buffer<int> not_finite_;
  SparseMatrix<float> matrix_;
  SparseAssembly<float> assembly_;
  std::optional<ConjugateGradient<float, 3>> solver_;
  Skin skin_;

  std::vector<int> pinned_by_scene_, pinned_nodes_;
  std::vector<NodeHold> host_holds_;
  int grabbed_vertex_ = -1;
  std::vector<int> grabbed_nodes_;
  std::vector<int> pinned_vertices_;
  std::vector<std::vector<int>> pinned_with_vertex_;
  glm::vec3 grab_target_m_{0.0f};
  double time_s_ = 0.0;
  SystemCounts counts_;
  DrawList draw_list_;

  FrameGraphs graphs_;
  StepTimer timer_;
  double last_step_ms_ = 0.0;
  Readback<int> not_finite_later_;
  bool finite_ = true;
  Readback<CgLog> log_later_;
  int logged_iterations_ = 0;
  std::optional<int> iterations_done_;  ///< of the newest step that has been looked at
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;
};

}  // namespace limber
