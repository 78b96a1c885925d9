#pragma once

#include <vector>

#include "kernels/joints/touching_rigid.h"
#include "sim/contact/contact_surface.h"
#include "sim/joints/joints_model.h"

namespace limber {

/// What of rigid bodies touches other bodies and colliders. Host memory.
///
/// Each body is a core, as much smaller than what is drawn as half of the distance that is kept, so
/// that drawn surfaces touch. Bodies do not touch those that they are joined to, nor, of all that
/// hang together by joints, those to which they are nearer at the start than that distance: joints
/// hold them there, and they would push each other forever.
struct RigidSurface {
  ContactShape shape;  ///< points body by body
  std::vector<RigidPoint> points;
  std::vector<int> first_point;  ///< of each body, and one more
  std::vector<int> body_of_point;
  std::vector<int> touches;  ///< a flag a body
  int near_bodies = 0;       ///< pairs that do not touch since they are too near at the start
};

RigidSurface rigid_surface_of(const JointsModel& model, float distance_m);

}  // namespace limber
