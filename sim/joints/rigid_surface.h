#pragma once

#include <vector>

#include "kernels/joints/touching_rigid.h"
#include "sim/contact/contact_surface.h"
#include "sim/joints/joints_model.h"

namespace limber {

/// The contact surfaces of rigid bodies. Host memory.
///
/// Each body is a core, smaller than the drawn body by half the contact distance, so that drawn
/// surfaces touch. Bodies do not collide with those that they are joined to, nor with indirectly
/// joined ones that are closer than the contact distance at the start: joints hold them there, and
/// contacts would push forever.
struct RigidSurface {
  ContactShape shape;  ///< points are grouped by body
  std::vector<RigidPoint> points;
  std::vector<int> first_point;  ///< of each body, and the end
  std::vector<int> body_of_point;
  std::vector<int> touches;  ///< a flag per body
  int near_bodies = 0;       ///< pairs excluded because they are too close at the start
};

RigidSurface rigid_surface_of(const JointsModel& model, float distance_m);

}  // namespace limber
