#pragma once

// Rigid bodies that wait to be thrown into a scene are parked far outside of it, where they neither
// move nor are drawn. A body's position alone tells: no flag can contradict it.

#include "kernels/hd.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/view.h"

namespace limber {

/// The pose of parked body `i`, out of reach of all others.
LIMBER_HD inline RigidPose parked_pose(int i) {
  return {.position_m = {-4096.0 - 64.0 * i, 1024.0, 0.0}};
}
/// No scene reaches that far.
LIMBER_HD inline bool is_parked(const RigidPose& pose) { return pose.position_m.x < -3000.0; }

/// Makes parked bodies immovable, after all bodies have been woken. One thread per body.
struct HoldParked {
  View<const RigidPose> poses;
  View<RigidInertia> inertias;
  LIMBER_HD void operator()(int b) const {
    if (is_parked(poses[b])) inertias[b] = {};
  }
};

}  // namespace limber
