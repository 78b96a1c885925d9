#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/sleep.h"
#include "kernels/readback.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/joints/joints_model.h"
#include "sim/joints/touching_bodies.h"

namespace limber {

/// Puts resting rigid bodies to sleep, and wakes them (kernels/joints/sleep.h).
class SleepingBodies {
 public:
  SleepingBodies(const Exec& exec, const JointsModel& model);

  /// What bodies touch in a step.
  struct Step {
    RigidPoints points;
    View<const RigidPose> poses;
    View<const JointBlock> blocks;
    View<const int> broken;
    View<const Collider> colliders;
    const ContactsAhead* contacts;  ///< null: none
    float dt_s;
  };
  /// At the start of a step: spreads wakefulness from body to body.
  void launch_spread(const Exec& exec, const Step& step);
  /// At its end, with the final poses: sleeping bodies get zero inverse inertia and momentum.
  void launch_fall_asleep(const Exec& exec, View<const RigidPose> poses,
                          View<RigidInertia> inertias, View<RigidMomentum> momenta,
                          float sleep_after_s, float dt_s);
  void wake_all(const Exec& exec, View<const RigidPose> poses, Buffer<RigidInertia>& inertias);
  /// Wakes one body, which was moved. Waits.
  void wake(const Exec& exec, int body, const RigidPose& pose, Buffer<RigidInertia>& inertias);
  View<const int> awake() const { return readable(awake_); }  ///< number of awake bodies

  View<const SleepTraits> traits() const { return readable(traits_); }
  View<const int> rest_s() const { return readable(times_); }  ///< of each body; bits of floats

  void request_asleep(const Exec& exec);
  int asleep();  ///< number of sleeping bodies, as of the newest request
  void forget() { later_.forget(); }

  void archive(Archive& archive);

 private:
  std::vector<RigidInertia> inertias_;
  int movable_ = 0;
  bool some_park_;
  Buffer<SleepTraits> traits_;
  Buffer<RigidPose> places_;
  Buffer<int> times_, next_times_;
  Buffer<int> awake_;
  Readback<int> later_;
  int newest_awake_;
};

}  // namespace limber
