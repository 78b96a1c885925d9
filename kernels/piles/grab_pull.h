#pragma once

// Grabbing rigid bodies: a velocity constraint at the grabbed point, solved by impulses like a
// joint [Catto05].

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/free_motion.h"
#include "kernels/piles/position_contact.h"
#include "kernels/view.h"

namespace limber {

/// A body that is grabbed at a point.
struct alignas(16) HeldBody {
  glm::vec3 at_m{0.0f};  ///< the point, in the body's frame
  int body = -1;
  glm::vec3 wanted_m_s{0.0f};  ///< target velocity of the point in this substep
  float unused = 0.0f;
  glm::vec3 impulse_N_s{0.0f};  ///< so far in this substep
  float unused_too = 0.0f;
};

LIMBER_HD inline glm::vec3 point_velocity_m_s(const Pose& pose, const BodyMomentum& momentum,
                                              const BodyInertia& inertia, const glm::vec3& lever) {
  return momentum.linear_kg_m_s * inertia.inverse_mass_per_kg +
         glm::cross(angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia),
                    lever);
}

/// Change of a point's velocity by a unit impulse there (the inverse effective mass).
LIMBER_HD inline glm::mat3 mobility_per_kg(const Pose& pose, const BodyInertia& inertia,
                                           const glm::vec3& lever) {
  glm::mat3 mobility(inertia.inverse_mass_per_kg);
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 unit(0.0f);
    unit[axis] = 1.0f;
    mobility[axis] += glm::cross(
        angular_velocity_rad_s(pose.quaternion, glm::cross(lever, unit), inertia), lever);
  }
  return mobility;
}

/// Moves the grab's references, before anything acts on the bodies in this substep. One thread per
/// hold.
struct LeadBodies {
  static constexpr int grain = 1;
  View<const Pose> poses;
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<const FrameInputs> inputs;
  View<GrabHold> holds;
  View<HeldBody> held;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const int b = held[h].body;
    const glm::vec3 lever = rotated(poses[b].quaternion, held[h].at_m);
    const HeldPoint point{poses[b].position_m + lever,
                          point_velocity_m_s(poses[b], momenta[b], inertias[b], lever)};
    holds[h] = led(holds[h], point, inputs[0].grab_target_m, 1.0f, dt_s);
    held[h].wanted_m_s = wanted_m_s(holds[h], point.at_m, dt_s);
    held[h].impulse_N_s = glm::vec3(0.0f);
  }
};

/// Gives grabbed points their target velocities, by impulses whose sums in a substep are limited.
/// One thread per hold; that of a body's first hold solves all holds of the body.
struct HoldBodies {
  static constexpr int grain = 1;
  static constexpr int sweeps = 8;             ///< over the holds of a body with several
  static constexpr float limit_m_s2 = 400.0f;  ///< of the force, times the mass
  static constexpr float calmed_per_s = 5.0f;  ///< damping of the swing around the point

  View<HeldBody> held;
  View<const BodyInertia> inertias;
  View<const Pose> start_poses;  ///< at the start of the substep
  View<BodyMomentum> momenta;
  View<Pose> poses;      ///< updated as well; empty: they are updated later
  View<BodySpin> spins;  ///< likewise
  bool first;            ///< in this substep
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    const int b = held[h].body;
    int others = 0;
    for (int k = 0; k < held.size; ++k) {
      if (k == h || held[k].body != b) continue;
      if (k < h) return;
      ++others;
    }
    const BodyInertia inertia = inertias[b];
    if (inertia.inverse_mass_per_kg == 0.0f) return;
    BodyMomentum momentum = momenta[b];
    if (first) momentum.angular_kg_m2_s *= 1.0f / (1.0f + calmed_per_s * dt_s);
    for (int sweep = 0; sweep < (others > 0 ? sweeps : 1); ++sweep)
      for (int k = h; k < held.size; ++k)
        if (held[k].body == b) push(held[k], start_poses[b], inertia, momentum);
    momenta[b] = momentum;
    if (poses.empty()) return;
    const FreeMotion motion = free_motion(start_poses[b], momentum, inertia, dt_s);
    poses[b] = motion.pose;
    spins[b].spin_rad_s = motion.spin_rad_s;
  }

 private:
  LIMBER_HD void push(HeldBody& hold, const Pose& pose, const BodyInertia& inertia,
                      BodyMomentum& momentum) const {
    const glm::vec3 lever = rotated(pose.quaternion, hold.at_m);
    const glm::vec3 missing = hold.wanted_m_s - point_velocity_m_s(pose, momentum, inertia, lever);
    const glm::vec3 all = clamped_length(
        hold.impulse_N_s + glm::inverse(mobility_per_kg(pose, inertia, lever)) * missing,
        limit_m_s2 * dt_s / inertia.inverse_mass_per_kg);
    const glm::vec3 impulse = all - hold.impulse_N_s;
    hold.impulse_N_s = all;
    momentum.linear_kg_m_s += impulse;
    momentum.angular_kg_m2_s += glm::cross(lever, impulse);
  }
};

}  // namespace limber
