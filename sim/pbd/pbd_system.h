#pragma once

#include <algorithm>
#include <optional>

#include "kernels/buffer.h"
#include "kernels/pbd/predict.h"
#include "kernels/readback.h"
#include "sim/contact/contact_step.h"
#include "sim/pbd/constraint_system.h"
#include "sim/pbd/model.h"
#include "sim/pbd/particle_grabber.h"
#include "sim/pbd/settings.h"
#include "sim/skin.h"
#include "sim/system.h"

namespace limber {

/// Position based dynamics of particles, surfaces and solids [Fratarcangeli14, Fratarcangeli13].
///
/// A step: Verlet prediction, the user's grab, iterations over all constraints, then contacts.
/// There are two position buffers: the prediction of x(n+1) overwrites x(n-1), and the constraints
/// then correct it in place.
class PbdSystem : public System {
 public:
  PbdSystem(Exec& exec, const PbdModel& model, const PbdSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override;
  void arrived() override;

  std::optional<Incompatibility> must_be_alone() const override {
    if (!(settings_.step_budget_ms > 0.0f)) return {};
    return Incompatibility{"it sets its iterations by step times, which would include theirs",
                           "step_budget_ms", "0"};
  }
  double max_dt_s() const override { return as_written(settings_.dt_s); }
  std::uint64_t recording_key() const override { return positions_.parity(); }
  int max_recorded_steps() const override { return 16; }
  void launch_begin() override { recorded_parity_ = positions_.parity(); }
  void launch_store_previous() override;
  void launch_step(const SystemStep& step) override;
  void stepped(int steps) override {
    positions_.swap(steps * substeps());
    recorded_parity_ = positions_.parity();  // replayed frames do not advance it
    unwatched_s_ += static_cast<float>(steps) * dt_s_;
  }
  void timed(const StepTime& time) override;
  void frame_launched() override;
  void publish(const SystemPublish& request) override;

  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  void clear_pins() override;
  int grabbed_vertex() const override { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return grabber_.pinned_vertices(); }
  std::string trouble() override;

  /// True for cloth, false for solids.
  bool can_be_cut() const override { return can_be_cut_; }
  int cut(const std::vector<CutStroke>& strokes) override;
  const std::vector<int>& cut_triangles() const override { return cut_; }
  void set_cut_triangles(const std::vector<int>& triangles) override;

  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  void request_convergence(const SystemStep& step) override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override {
    return {{settings_.method, iterations_in_step()}};
  }

  std::vector<glm::vec3> positions_m() override;
  /// Null without contacts between surfaces.
  const SurfaceContacts* contacts() const { return contacts_ ? &*contacts_ : nullptr; }

  ContactShape contact_shape() const override { return shape_; }
  ContactUse contact_use() const override;
  bool has_own_contacts() const override { return true; }
  void launch_show_points(View<Particle> points) override;
  void launch_collide_points(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;
  JoinedVertices joined_vertices() override;

 private:
  static constexpr int max_traced = 64;
  /// Residuals before the first iteration, then after every `trace_stride_` iterations.
  struct Trace {
    ResidualSums at[max_traced + 1];
  };

  /// As set, but at most twice the mean edge length: beyond that, everything would touch.
  float contact_distance_m() const {
    return std::min(settings_.contact_distance_m, 2.0f * mean_edge_m_);
  }
  /// Whether this system, not the world, solves contacts between its bodies and self-collision.
  bool meets() const {
    return !contacts_shared_ && contact_distance_m() > 0.0f && !shape_.triangles.empty();
  }
  bool is_xpbd() const { return method_ == PbdMethod::xpbd; }
  int substeps() const { return is_xpbd() ? settings_.substeps : 1; }
  float substep_s() const { return dt_s_ / static_cast<float>(substeps()); }
  int iterations() const;  ///< per substep
  int iterations_in_step() const { return is_xpbd() ? substeps() : iterations(); }

  void settings_changed() override;
  void predict(View<Particle> before, View<Particle> particles, double time_in_frame_s);
  void solve(const SurfaceContacts::Substep& substep, View<const Collider> colliders);
  void constrain(View<Particle> before, View<Particle> particles, int iterations);
  void collide(View<Particle> before, View<Particle> particles, View<const Collider> colliders,
               float dt_s);
  /// Adapts the number of iterations to step_budget_ms and the time of the newest steps.
  void keep_to_budget(const StepTime& time);
  /// Drops pending readbacks.
  void forget_readbacks();
  DrawList make_draw_list(const PbdModel& model) const;
  void keep_uncut();

  PbdSettings settings_;
  PbdMethod method_ = PbdMethod::gauss_seidel;  ///< settings_.method
  /// The substep for which the two buffers hold the velocities; 0 before the first step.
  float used_substep_s_ = 0.0f;
  int recorded_parity_ = 0;   ///< of the positions, in the frame being launched
  float unwatched_s_ = 0.0f;  ///< simulated time since contacts were last watched
  bool holds_colliders_ = false;

  std::vector<Particle> initial_;
  float mean_edge_m_;
  PingPong<Particle> positions_;
  Buffer<Particle> previous_;
  PingPong<Particle> trial_;  ///< scratch of request_convergence()
  Buffer<glm::uvec3> triangles_;
  Buffer<int> triangles_of_vertex_first_, triangles_of_vertex_;
  Buffer<MovedPin> moved_pins_;
  Buffer<Path> pin_paths_;
  Buffer<PathKey> pin_keys_;
  ConstraintSystem constraints_;
  ContactShape shape_;  ///< from which contacts_ is created on first use
  std::optional<SurfaceContacts> contacts_;
  Skin skin_;
  Buffer<ResidualSums> sums_;
  Buffer<Trace> trace_;

  ParticleGrabber grabber_;

  bool can_be_cut_;
  std::vector<int> cut_;           ///< triangles, in ascending order
  std::optional<PbdModel> uncut_;  ///< the model before the first cut; empty until then

  std::optional<int> iterations_in_budget_;
  double ms_per_iteration_ = 0.0;  ///< of the newest timed step
  Readback<ResidualSums> sums_later_;
  Readback<Trace> trace_later_;
  int traced_ = 0, trace_stride_ = 1;
};

}  // namespace limber
