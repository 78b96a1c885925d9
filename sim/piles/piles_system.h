#pragma once

#include "kernels/buffer.h"
#include "kernels/piles/contact_bodies.h"
#include "kernels/piles/immersed_bodies.h"
#include "kernels/piles/measure.h"
#include "kernels/piles/publish_pile.h"
#include "kernels/readback.h"
#include "sim/fluid/immersible.h"
#include "sim/piles/body_grabber.h"
#include "sim/piles/body_state.h"
#include "sim/piles/position_solver.h"
#include "sim/piles/spring_solver.h"
#include "sim/piles/stability.h"
#include "sim/system.h"

namespace limber {

/// Rigid bodies of spheres with frictional contacts: by springs [Harada07], or at position level
/// (PositionSolver).
///
/// Publishes one pose per body, then the centre of each sphere, then one vertex per possible hold.
class PilesSystem : public System, private Immersible {
 public:
  /// colliders: their number. Throws Error(bad_input) as state_of() does.
  PilesSystem(Exec& exec, const PilesModel& model, int colliders, const PilesSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override { residuals(); }
  void arrived() override;

  double max_dt_s() const override { return as_written(settings_.dt_s); }
  void launch_begin() override;
  void launch_store_previous() override;
  void launch_step(const SystemStep& step) override;
  void launch_end(float passed_s, View<const Collider> colliders) override;
  void frame_launched() override;
  void publish(const SystemPublish& request) override;

  /// vertex: of a body or of one of its spheres. Held at its centre, or at *at_m.
  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  void clear_pins() override;
  int grabbed_vertex() const override { return grabber_.grabs() ? first_held_vertex() : -1; }
  const std::vector<int>& pinned_vertices() const override { return pinned_vertices_; }

  /// "overlap": mean overlap of the contacts, over the diameter. "speed": root mean square of the
  /// bodies' speeds, m/s. "excess_contacts": contacts beyond the capacity of a sphere, which lack
  /// their shear spring or warm-start impulse; counted from both sides, mean over the steps of the
  /// newest frame.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override;
  std::vector<glm::vec3> positions_m() override;

  ContactShape contact_shape() const override;
  ContactUse contact_use() const override;
  bool has_own_contacts() const override { return true; }
  bool has_bodies() const override { return true; }
  void launch_start_points(View<Particle> points) override;
  void launch_show_points(View<Particle> points) override;
  void launch_move_bodies(const ContactStep& step) override;
  void launch_share_bodies(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;

  Immersible* immersible() override { return settings_.body_contacts ? this : nullptr; }

  /// The current state of the bodies. These wait for the solver.
  std::vector<Pose> poses() { return poses_.download(*exec_); }
  std::vector<BodyMomentum> momenta() { return momenta_.download(*exec_); }
  double longest_stable_dt_s() const;
  std::vector<float> wetness() { return wetness_.download(*exec_); }
  /// The forces on the spheres in the newest step, and the shear springs after it. These wait, too.
  std::vector<SphereForce> forces() { return forces_.download(*exec_); }
  std::vector<StoredShear> shear_springs() { return springs_.shear_springs(*exec_); }
  /// Number of contacts in the newest step; one between two spheres counts 1, one with a collider
  /// 0.5. Waits.
  double contacts_now();

 private:
  int bodies() const { return poses_.size(); }
  int spheres() const { return on_body_.size(); }
  int first_held_vertex() const { return bodies() + spheres(); }
  void name_pinned_vertices();
  void request_tally();
  std::string trouble_of_tally() const;
  void settings_changed() override;
  PileViews views(View<const Collider> colliders);
  void choose_contacts();
  ShiftedBodies shifted_bodies();

  ImmersedBodies immersed_bodies();
  const ImmersedBalls& immersed_balls(float) override;
  void launch_show_spheres(View<ImmersedSphere> spheres, int first_body) override;
  void launch_try_impulses(View<const ImmersedSphere> spheres, const BodyImpulses& impulses,
                           View<glm::vec4> velocities_m_s) override;
  void launch_take_impulses(const BodyImpulses& impulses, View<const long long> touched,
                            float dt_s) override;

  PilesSettings settings_;
  PilesSettings used_;  ///< settings_ with the dt_s of the actual steps
  PileExtremes extremes_;
  ContactLaw law_;
  BodyState start_;
  ImmersedBalls immersed_balls_;  ///< empty until a fluid asks for them

  Buffer<Pose> poses_, previous_;
  Buffer<BodyMomentum> momenta_;
  Buffer<int> first_sphere_;
  Buffer<SphereOnBody> on_body_;
  Buffer<SphereForce> forces_;
  Buffer<float> rest_s_;   ///< time at rest per body; display only, not in the hash of the state
  Buffer<float> wetness_;  ///< likewise; see kernels/piles/wetness.h
  Buffer<PileSums> block_sums_, sums_;
  Buffer<PileTally> open_tally_, tally_;  ///< one each
  SpringSolver springs_;
  std::optional<PositionSolver> positions_;  ///< if this solver is selected
  bool by_positions_ = false;                ///< whether the current state is of that solver

  /// For contacts with other systems; empty until there are any.
  Buffer<Pose> start_poses_;
  Buffer<BodyShift> shifts_;

  BodyGrabber grabber_;
  std::vector<int> pinned_vertices_;
  Readback<PileSums> sums_later_;
  Readback<PileTally> tally_later_;
  PileTally newest_tally_;
};

}  // namespace limber
