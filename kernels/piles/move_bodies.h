#pragma once

// Stages 4 and 5: momenta from the forces, poses from the momenta [Harada07, sections 29.2.6 and
// 29.2.7]. Momenta first and poses from the new ones: symplectic Euler.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/contact.h"
#include "kernels/piles/free_motion.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Sum of the forces at a body's spheres.
struct BodyPush {
  glm::vec3 force_N{0.0f};
  glm::vec3 torque_N_m{0.0f};  ///< about the centre of mass
};

/// One thread per body: sums over its spheres, which are contiguous (equations 14 and 15).
struct UpdateMomenta {
  static constexpr int grain = 32;
  View<const int> first_sphere;  ///< of each body, and one past the last
  View<const SphereForce> forces;
  View<const BodyInertia> inertias;
  View<BodyMomentum> momenta;
  glm::vec3 gravity_m_s2;
  float kept;  ///< share of the momenta left by damping
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    BodyPush push;
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) {
      push.force_N += forces[i].force_N;
      push.torque_N_m += forces[i].torque_N_m;
    }
    momenta[b] = updated(b, push);
  }

  /// The momentum after the step.
  LIMBER_HD BodyMomentum updated(int b, const BodyPush& push) const {
    const BodyInertia inertia = inertias[b];
    if (inertia.inverse_mass_per_kg == 0.0f) return {};
    BodyMomentum momentum = momenta[b];
    const glm::vec3 force_N = push.force_N + gravity_m_s2 / inertia.inverse_mass_per_kg;
    momentum.linear_kg_m_s = (momentum.linear_kg_m_s + dt_s * force_N) * kept;
    momentum.angular_kg_m2_s = (momentum.angular_kg_m2_s + dt_s * push.torque_N_m) * kept;
    momentum.shared_contacts = momentum.shared_contacts_now;
    momentum.shared_contacts_now = 0;
    return momentum;
  }
};

/// Runs before the first step with springs.
struct ForgetSharedContacts {
  View<BodyMomentum> momenta;
  LIMBER_HD void operator()(int b) const { momenta[b].shared_contacts = SharedContacts::unknown; }
};

struct UpdatePoses {
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<Pose> poses;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float dt_s;

  LIMBER_HD void operator()(int b) const { poses[b] = moved(b, momenta[b]); }

  /// The pose after the step of a body with this momentum.
  LIMBER_HD Pose moved(int b, const BodyMomentum& momentum) const {
    const Pose pose = free_motion(poses[b], momentum, inertias[b], dt_s).pose;
    if (!is_finite(pose)) raise_flag(not_finite[0]);
    return pose;
  }
};

}  // namespace limber
