#pragma once

// Grabbing a rigid body: the grab prescribes the velocity of a point, as a block of the joints'
// matrix. Softness bounds its force.

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/joints/joint_step.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/view.h"

namespace limber {

/// A body that the grab holds at a point.
struct HeldRigid {
  glm::dvec3 at_m{0.0};  ///< the point, in the body's frame
  int body = -1;
  int unused = 0;
};

/// Moves the grab's references, one thread per hold.
struct LeadRigid {
  static constexpr int grain = 1;
  View<const RigidPose> poses;
  View<const RigidMomentum> momenta;
  View<const RigidInertia> inertias;
  View<const FrameInputs> inputs;
  View<GrabHold> holds;
  View<const HeldRigid> held;
  View<glm::dvec3> wanted_m_s;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const int b = held[h].body;
    const glm::dvec3 lever_m = rotated(poses[b].quaternion, held[h].at_m);
    const glm::vec3 at_m(poses[b].position_m + lever_m);
    const glm::vec3 velocity_m_s(point_velocity_m_s(poses[b], momenta[b], inertias[b], lever_m));
    holds[h] = led(holds[h], {at_m, velocity_m_s}, inputs[0].grab_target_m, 1.0f, dt_s);
    wanted_m_s[h] = glm::dvec3(wanted_m_s_of(holds[h], at_m));
  }

 private:
  LIMBER_HD glm::vec3 wanted_m_s_of(const GrabHold& hold, const glm::vec3& at_m) const {
    return limber::wanted_m_s(hold, at_m, dt_s);
  }
};

/// Softens the grab while joints are open, and firms it up again within tenths of a second: a chain
/// pulled harder than its links can bear in a step would fly apart. One thread per hold.
struct EaseGrab {
  static constexpr int grain = 1;
  View<const WorstJoint> worst;  ///< one
  View<const double> firm_per_kg;
  View<double> softness_per_kg;
  double dt_s;

  LIMBER_HD void operator()(int h) const {
    constexpr double open_m = 1e-3, max_factor = 1e4, firmer_per_s = 10.0;
    const double open = worst[0].open_m / open_m;
    const double asked = open * open < max_factor ? open * open : max_factor;
    const double before = softness_per_kg[h] / firm_per_kg[h] * (1.0 - firmer_per_s * dt_s);
    softness_per_kg[h] = firm_per_kg[h] * glm::max(1.0, glm::max(asked, before));
  }
};

}  // namespace limber
