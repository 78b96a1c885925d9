#pragma once

// The bodies' part of a substep: prediction, and the impulses of contacts [Mueller20, algorithm 2].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/free_motion.h"
#include "kernels/piles/position_contact.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Gravity, damping and the inertial poses.
struct BeginSubstep {
  View<const BodyInertia> inertias;
  View<BodyMomentum> momenta;
  View<Pose> poses;
  View<Pose> start_poses;
  View<BodySpin> spins;
  glm::vec3 gravity_m_s2;
  float kept;  ///< share of the momenta left by damping
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    const BodyInertia inertia = inertias[b];
    const Pose pose = poses[b];
    BodyMomentum momentum = momenta[b];
    if (inertia.inverse_mass_per_kg == 0.0f) {
      momentum.linear_kg_m_s = momentum.angular_kg_m2_s = glm::vec3(0.0f);
    } else {
      momentum.linear_kg_m_s += gravity_m_s2 * (dt_s / inertia.inverse_mass_per_kg);
      momentum.linear_kg_m_s *= kept;
      momentum.angular_kg_m2_s *= kept;
    }
    const FreeMotion motion = free_motion(pose, momentum, inertia, dt_s);
    momenta[b] = momentum;
    start_poses[b] = pose;
    poses[b] = motion.pose;
    spins[b] = {motion.spin_rad_s, 0.0f};
  }
};

/// One thread per body: sums over its spheres, which are contiguous.
struct MovePushedBodies {
  static constexpr int grain = 32;
  View<const int> first_sphere;  ///< of each body, and one past the last
  View<const SpherePush> pushes;
  View<const BodyInertia> inertias;
  View<const Pose> start_poses;
  View<BodyMomentum> momenta;
  View<Pose> poses;
  View<BodySpin> spins;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    glm::vec3 linear(0.0f), angular(0.0f);
    float contacts = 0.0f;
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) {
      linear += pushes[i].linear_N_s;
      angular += pushes[i].angular_N_m_s;
      contacts += pushes[i].contacts;
    }
    const BodyInertia inertia = inertias[b];
    BodyMomentum momentum = momenta[b];
    if (inertia.inverse_mass_per_kg > 0.0f) {
      momentum.linear_kg_m_s += linear;
      momentum.angular_kg_m2_s += angular;
    }
    const FreeMotion motion = free_motion(start_poses[b], momentum, inertia, dt_s);
    if (!is_finite(motion.pose)) raise_flag(not_finite[0]);
    momenta[b] = momentum;
    poses[b] = motion.pose;
    spins[b] = {motion.spin_rad_s, contacts};
  }
};

/// Moves bodies without changing their momenta.
struct ShiftPushedBodies {
  static constexpr int grain = 32;
  View<const int> first_sphere;
  View<const SpherePush> pushes;
  View<const BodyInertia> inertias;
  View<Pose> poses;
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    glm::vec3 linear(0.0f), angular(0.0f);
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) {
      linear += pushes[i].linear_N_s;
      angular += pushes[i].angular_N_m_s;
    }
    const BodyInertia inertia = inertias[b];
    Pose pose = poses[b];
    pose.position_m += linear * (inertia.inverse_mass_per_kg * dt_s);
    pose.quaternion =
        turned(pose.quaternion, angular_velocity_rad_s(pose.quaternion, angular, inertia) * dt_s);
    poses[b] = pose;
  }
};

/// Keeps the contact forces when the substep's length changes.
struct ScaleImpulses {
  View<ContactImpulse> impulses;
  float factor;
  LIMBER_HD void operator()(int c) const { impulses[c].impulse_N_s *= factor; }
};

}  // namespace limber
