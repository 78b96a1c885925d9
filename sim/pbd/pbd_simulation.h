#pragma once

#include <algorithm>

#include "kernels/buffer.h"
#include "kernels/pbd/predict.h"
#include "kernels/readback.h"
#include "sim/family_simulation.h"
#include "sim/pbd/constraint_system.h"
#include "sim/pbd/hand.h"
#include "sim/pbd/model.h"
#include "sim/pbd/particle_contacts.h"
#include "sim/pbd/settings.h"
#include "sim/skin.h"

namespace limber {

/// Position based dynamics of particles, surfaces and solids (000, 002).
///
/// A step: Verlet prediction, the user's hand, then iterations over all constraints, then contacts.
/// The two buffers of positions take turns: the one that holds the positions of the step before
/// takes the predicted ones, and the constraints then work on those in place.
class PbdSimulation : public FamilySimulation {
 public:
  PbdSimulation(Exec& exec, const PbdModel& model, const PbdSettings& settings);

  void switch_to(Exec& exec) override;
  void reset() override;

  double dt_s() const override { return as_written(settings_.dt_s); }

  void parameters_changed() override;

  void grab(int vertex) override;
  void release(bool pin) override;
  int grabbed_vertex() const override { return hand_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return hand_.pinned(); }

  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  void request_convergence() override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override {
    return {{settings_.method, iterations_in_step()}};
  }
  std::optional<StepTime> poll_step_time() override;

  std::vector<glm::vec3> positions_m() override;
  std::uint64_t state_hash() override;

 private:
  static constexpr int most_traced = 64;
  /// Residuals before the first iteration and after others.
  struct Trace {
    ResidualSums at[most_traced + 1];
  };

  /// As set, but no more than twice the mean length of the edges: wider, everything would touch.
  float contact_distance_m() const {
    return std::min(settings_.contact_distance_m, 2.0f * mean_edge_m_);
  }
  bool is_xpbd() const { return settings_.method == "xpbd"; }
  int substeps() const { return is_xpbd() ? settings_.substeps : 1; }
  float substep_s() const { return settings_.dt_s / static_cast<float>(substeps()); }
  int iterations() const;  ///< of a substep
  int iterations_in_step() const { return is_xpbd() ? substeps() : iterations(); }

  FrameRunner& frames() override { return frames_; }
  /// Launches `steps` steps that begin with positions_.at(parity) as the current ones.
  void run_steps(int steps, bool remember) override;
  void launch_steps(int steps, int parity, bool remember);
  void launch_substep(View<Particle> before, View<Particle> particles, float time_in_frame_s);
  void predict(View<Particle> before, View<Particle> particles, float time_in_frame_s);
  void solve(View<Particle> before, View<Particle> particles);
  void collide(View<Particle> before, View<Particle> particles);
  void publish(const FrameRequest& request) override;
  /// Takes as many iterations as the time of the newest steps allows.
  void keep_to_budget(const StepTime& time);
  /// What is on its way from the solver is no longer wanted.
  void forget_readbacks();
  template <class Visit>
  void for_each_buffer(const Visit& visit);
  DrawList make_draw_list(const PbdModel& model) const;

  PbdSettings settings_;
  float used_substep_s_;  ///< with which the distances between the two buffers were made

  std::vector<Particle> initial_;
  float mean_edge_m_;
  PingPong<Particle> positions_;
  Buffer<Particle> remembered_;
  PingPong<Particle> trial_;  ///< on which request_convergence() tries a step
  Buffer<glm::uvec3> triangles_;
  Buffer<int> triangles_of_vertex_first_, triangles_of_vertex_;
  Buffer<Collider> colliders_;
  ConstraintSystem constraints_;
  ParticleContacts contacts_;
  Skin skin_;
  Buffer<ResidualSums> sums_;
  Buffer<Trace> trace_;

  Hand hand_;

  std::optional<int> iterations_in_budget_;
  double ms_per_iteration_ = 0.0;  ///< of the newest step that was timed
  Readback<ResidualSums> sums_later_;
  Readback<Trace> trace_later_;
  int traced_ = 0, trace_stride_ = 1;
  FrameRunner frames_;
};

}  // namespace limber
