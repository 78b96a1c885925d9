#pragma once

// Stages 4 and 5: momenta from the forces, poses from the momenta (Harada 2007, sections 29.2.6 and
// 29.2.7). Momenta first and poses from the new ones: symplectic Euler.

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/contact.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// The user's hold on a body.
struct HeldBody {
  int body = -1;         ///< none
  glm::vec3 at_m{0.0f};  ///< the point that is held, in the body's frame
};

/// One thread a body: adds up its spheres, which lie in a row (equations 14 and 15).
struct UpdateMomenta {
  static constexpr int grain = 32;
  View<const int> first_sphere;  ///< of each body, and one past the last
  View<const SphereForce> forces;
  View<const BodyInertia> inertias;
  View<const Pose> poses;
  View<const HeldBody> held;  ///< one
  View<const FrameInputs> inputs;
  View<BodyMomentum> momenta;
  glm::vec3 gravity_m_s2;
  float kept;            ///< share of the momenta that damping leaves
  float hand_per_s;      ///< natural angular frequency of the hand's spring
  float hand_limit_m;    ///< it pulls no harder than from so far
  float deep_overlap_m;  ///< contacts of a sphere that overlap more, in the mean, are deep
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    const BodyInertia inertia = inertias[b];
    BodyMomentum momentum = momenta[b];
    if (inertia.inverse_mass_per_kg == 0.0f) {
      momentum.linear_kg_m_s = momentum.angular_kg_m2_s = glm::vec3(0.0f);
    } else {
      glm::vec3 force(0.0f), torque(0.0f);
      bool deep = false;
      for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) {
        force += forces[i].force_N;
        torque += forces[i].torque_N_m;
        deep = deep || forces[i].overlap_m > deep_overlap_m * forces[i].contacts;
      }
      const float before_m2_s2 = deep ? twice_energy_m2_s2(momentum, poses[b], inertia) : 0.0f;
      force += gravity_m_s2 / inertia.inverse_mass_per_kg;
      momentum.linear_kg_m_s = (momentum.linear_kg_m_s + dt_s * force) * kept;
      momentum.angular_kg_m2_s = (momentum.angular_kg_m2_s + dt_s * torque) * kept;
      if (deep) calm(momentum, poses[b], inertia, before_m2_s2);
      if (held[0].body == b) pull(momentum, poses[b], inertia);
    }
    momenta[b] = momentum;
  }

 private:
  /// A body of many spheres that lies deep in others is pushed by all of them at once.
  LIMBER_HD void calm(BodyMomentum& momentum, const Pose& pose, const BodyInertia& inertia,
                      float before_m2_s2) const {
    const float most_m2_s2 = glm::max(before_m2_s2, fastest_from_deep_m_s * fastest_from_deep_m_s);
    const float now_m2_s2 = twice_energy_m2_s2(momentum, pose, inertia);
    if (!(now_m2_s2 > most_m2_s2)) return;
    const float share = glm::sqrt(most_m2_s2 / now_m2_s2);
    momentum.linear_kg_m_s *= share;
    momentum.angular_kg_m2_s *= share;
  }

  /// A critically damped spring at the point that is held, as strong as the body is heavy, in
  /// implicit form. It also slows the body's swinging around the point.
  LIMBER_HD void pull(BodyMomentum& momentum, const Pose& pose, const BodyInertia& inertia) const {
    const glm::vec3 lever = rotated(pose.quaternion, held[0].at_m);
    const glm::vec3 spin =
        angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
    const glm::vec3 velocity =
        momentum.linear_kg_m_s * inertia.inverse_mass_per_kg + glm::cross(spin, lever);
    glm::vec3 way = inputs[0].grab_target_m - (pose.position_m + lever);
    const float length = glm::sqrt(glm::dot(way, way));
    if (length > hand_limit_m) way *= hand_limit_m / length;
    const float w = hand_per_s * dt_s;
    const glm::vec3 change = (velocity + way * (w * hand_per_s)) / (1.0f + 2.0f * w + w * w);
    // How an impulse there changes the velocity there, the body's turning included: a point far
    // from the middle is easily moved.
    glm::mat3 mobility_per_kg(inertia.inverse_mass_per_kg);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 unit(0.0f);
      unit[axis] = 1.0f;
      const glm::vec3 turn =
          angular_velocity_rad_s(pose.quaternion, glm::cross(lever, unit), inertia);
      mobility_per_kg[axis] += glm::cross(turn, lever);
    }
    const glm::vec3 impulse = glm::inverse(mobility_per_kg) * (change - velocity);
    momentum.linear_kg_m_s += impulse;
    momentum.angular_kg_m2_s += glm::cross(lever, impulse);
    momentum.angular_kg_m2_s *= 1.0f / (1.0f + 0.2f * w);
  }
};

/// x += v dt and the quaternion's exact exponential. The angular velocity is that of the middle of
/// the step: with that of its start, a body that tumbles freely gains energy all the time, since
/// w changes with the orientation while L does not.
struct UpdatePoses {
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<Pose> poses;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float dt_s;

  LIMBER_HD void operator()(int b) const {
    const BodyMomentum momentum = momenta[b];
    const BodyInertia inertia = inertias[b];
    Pose pose = poses[b];
    const glm::vec3 spin_at_start =
        angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
    const glm::vec4 halfway = turned(pose.quaternion, spin_at_start * (0.5f * dt_s));
    const glm::vec3 spin = angular_velocity_rad_s(halfway, momentum.angular_kg_m2_s, inertia);
    pose.position_m += momentum.linear_kg_m_s * (inertia.inverse_mass_per_kg * dt_s);
    pose.quaternion = turned(pose.quaternion, spin * dt_s);
    const glm::vec4 q = pose.quaternion;
    if (!is_finite(pose.position_m) || !is_finite(q.x + q.y + q.z + q.w)) raise_flag(not_finite[0]);
    poses[b] = pose;
  }
};

}  // namespace limber
