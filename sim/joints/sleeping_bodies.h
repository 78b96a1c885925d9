#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/sleep.h"
#include "kernels/readback.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/joints/joints_model.h"
#include "sim/joints/touching_bodies.h"

namespace limber {

/// Puts rigid bodies to sleep that stay where they are, and wakes them (kernels/joints/sleep.h).
class SleepingBodies {
 public:
  SleepingBodies(const Exec& exec, const JointsModel& model);

  /// What bodies of a step meet.
  struct Step {
    RigidPoints points;
    View<const RigidPose> poses;
    View<const JointBlock> blocks;
    View<const int> broken;
    View<const Collider> colliders;
    const ContactsAhead* contacts;  ///< null: none
    float dt_s;
  };
  /// As a step begins.
  void launch_spread(const Exec& exec, const Step& step);
  /// At its end, when bodies are where they come to: which are as good as held from here on.
  void launch_fall_asleep(const Exec& exec, View<const RigidPose> poses,
                          View<RigidInertia> inertias, View<RigidMomentum> momenta,
                          float sleep_after_s, float dt_s);
  void wake_all(const Exec& exec, View<const RigidPose> poses, Buffer<RigidInertia>& inertias);
  /// One of them, which has been put elsewhere. Waits.
  void wake(const Exec& exec, int body, const RigidPose& pose, Buffer<RigidInertia>& inertias);
  View<const int> awake() const { return readable(awake_); }  ///< how many are

  View<const SleepTraits> traits() const { return readable(traits_); }
  View<const int> rest_s() const { return readable(times_); }  ///< of each body; bits of floats

  void request_asleep(const Exec& exec);
  int asleep();  ///< as was asked for last
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
