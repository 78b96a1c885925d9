#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/rigid_on_collider.h"
#include "kernels/joints/touching_rigid.h"
#include "kernels/readback.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/joints/rigid_surface.h"

namespace limber {

/// Contact points of rigid bodies, in the contacts of their world and on colliders that these do
/// not handle (kernels/joints/touching_rigid.h, rigid_on_collider.h).
class TouchingBodies {
 public:
  TouchingBodies(const Exec& exec, const JointsModel& model, float distance_m);
  /// Changes the contact distance. Waits.
  void set_distance(const Exec& exec, float distance_m);

  const RigidSurface& surface() const { return surface_; }

  /// Poses and momenta of the bodies.
  struct State {
    View<const RigidInertia> inertias;
    View<const RigidPose> starts;  ///< of the step
    View<RigidPose> predicted;
    View<RigidMomentum> momenta;
    double dt_s;
  };
  RigidPoints points(const State& state) const;
  void launch_show(const Exec& exec, const State& state, View<const RigidPose> poses,
                   View<Particle> points) const;
  /// Applies corrections of points to the momenta; launch_move() then moves the points to the new
  /// predicted poses.
  void launch_push(const Exec& exec, const State& state, const ContactStep& step) const;
  void launch_move(const Exec& exec, const State& state, const ContactStep& step) const;
  bool some_slide() const { return some_slide_; }  ///< bodies without joints
  void launch_begin_slides(const Exec& exec, const State& state, const ContactStep& step);
  void launch_slide(const Exec& exec, const State& state, const ContactStep& step);
  void launch_share(const Exec& exec, const State& state, const ContactStep& step);
  void launch_hold(const Exec& exec, const State& state, const ContactStep& step);

  /// Colliders at the start of the step.
  struct OnColliders {
    View<const Collider> colliders;
    View<const int> have_faces;  ///< of each, whether the world's contacts handle it; empty: none
    double friction;
    float restitution;
    double kept;  ///< warm start factor
  };
  void launch_find_touches(const Exec& exec, const State& state, const OnColliders& on);
  View<RigidTouch> touches() { return touches_.view(); }
  /// warm_starts: the impulses of touches are not in the momenta yet.
  void launch_push_touches(const Exec& exec, const State& state, double friction, bool warm_starts);

  void request_jams(const Exec& exec);
  int jams();  ///< how often a jointed structure has jammed, as of the newest request

  void archive(Archive& archive);

 private:
  void launch_take_shares(const Exec& exec, const State& state, const ContactStep& step);
  RigidSlides slides(const State& state, const ContactStep& step) const;
  RigidShares shares() {
    return {readable(together_), readable(group_sizes_), min_shares_.view(), jams_.view()};
  }

  const JointsModel model_;
  RigidSurface surface_;
  float distance_m_;
  Buffer<RigidPoint> points_;
  Buffer<int> first_, body_of_point_, touches_others_;
  Buffer<float> extents_m_;
  Buffer<RigidTouch> touches_;
  Buffer<int> listed_points_, listed_counts_;               ///< see ListedTouches
  bool listed_ = false;                                     ///< since touches were found
  Buffer<int> together_, group_sizes_, min_shares_, jams_;  ///< see RigidShares
  Buffer<int> stuck_;                                       ///< see SlowStuckRigid
  bool some_slide_ = false;
  Buffer<int> jammed_;
  Readback<int> jammed_later_;
  int newest_jams_ = 0;
};

}  // namespace limber
