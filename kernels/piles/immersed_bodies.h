#pragma once

// Rigid bodies as fluids meet them: their spheres, which pressures push at their centres. See
// kernels/fluid/immersed.h.

#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

/// The bodies and their spheres.
struct ImmersedBodies {
  View<const int> first_sphere;
  View<const SphereOnBody> on_body;
  View<const Pose> poses;
  View<const BodyInertia> inertias;
};

/// One thread a sphere.
struct ShowImmersedSpheres {
  ImmersedBodies bodies;
  View<const BodyMomentum> momenta;
  View<ImmersedSphere> spheres;

  LIMBER_HD void operator()(int i) const {
    const SphereOnBody sphere = bodies.on_body[i];
    const Pose pose = bodies.poses[sphere.body];
    const BodyMomentum momentum = momenta[sphere.body];
    const BodyInertia inertia = bodies.inertias[sphere.body];
    const glm::vec3 lever_m = rotated(pose.quaternion, sphere.center_m);
    const glm::vec3 spin =
        angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
    const bool moves = inertia.inverse_mass_per_kg > 0.0f;
    spheres[i] = {.center_m = pose.position_m + lever_m,
                  .radius_m = sphere.radius_m,
                  .velocity_m_s = momentum.linear_kg_m_s * inertia.inverse_mass_per_kg +
                                  glm::cross(spin, lever_m),
                  .inverse_mass_per_kg = moves ? sphere.inverse_mass_per_kg : 0.0f};
  }
};

/// How far a push on a sphere moves it, at most, if all that touches its body pushes at once. One
/// thread a body.
struct ShareImmersedPushes {
  static constexpr int grain = 32;
  View<const int> first_sphere;
  View<const ImmersedSphere> spheres;
  SpherePushes pushes;
  View<float> gives_per_kg_m;

  LIMBER_HD void operator()(int b) const {
    float all = 0.0f;
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i)
      all += pushes.of_per_m(i) * glm::sqrt(spheres[i].inverse_mass_per_kg);
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i)
      gives_per_kg_m[i] = all * glm::sqrt(spheres[i].inverse_mass_per_kg);
  }
};

/// What impulses at its spheres add to a body's momentum.
LIMBER_HD inline BodyMomentum pushed_by(const ImmersedBodies& bodies,
                                        const SphereImpulses& impulses, int b) {
  BodyMomentum added{};
  for (int i = bodies.first_sphere[b]; i < bodies.first_sphere[b + 1]; ++i) {
    const glm::vec3 impulse_N_s = impulses.of_N_s(i);
    added.linear_kg_m_s += impulse_N_s;
    added.angular_kg_m2_s +=
        glm::cross(rotated(bodies.poses[b].quaternion, bodies.on_body[i].center_m), impulse_N_s);
  }
  return added;
}

/// How fast spheres are with what acted on them so far. One thread a body.
struct TryImpulses {
  static constexpr int grain = 32;
  ImmersedBodies bodies;
  View<const ImmersedSphere> spheres;
  SphereImpulses impulses;
  View<glm::vec4> velocities_m_s;

  LIMBER_HD void operator()(int b) const {
    const BodyInertia inertia = bodies.inertias[b];
    const BodyMomentum added = pushed_by(bodies, impulses, b);
    const glm::vec4 quaternion = bodies.poses[b].quaternion;
    const glm::vec3 faster_m_s = added.linear_kg_m_s * inertia.inverse_mass_per_kg;
    const glm::vec3 spin = angular_velocity_rad_s(quaternion, added.angular_kg_m2_s, inertia);
    for (int i = bodies.first_sphere[b]; i < bodies.first_sphere[b + 1]; ++i) {
      const glm::vec3 lever_m = rotated(quaternion, bodies.on_body[i].center_m);
      velocities_m_s[i] =
          glm::vec4(spheres[i].velocity_m_s + faster_m_s + glm::cross(spin, lever_m), 0.0f);
    }
  }
};

/// Takes over what acted on a body's spheres. One thread a body.
struct TakeImpulses {
  static constexpr int grain = 32;
  ImmersedBodies bodies;
  SphereImpulses impulses;
  View<BodyMomentum> momenta;

  LIMBER_HD void operator()(int b) const {
    if (!(bodies.inertias[b].inverse_mass_per_kg > 0.0f)) return;
    const BodyMomentum added = pushed_by(bodies, impulses, b);
    momenta[b].linear_kg_m_s += added.linear_kg_m_s;
    momenta[b].angular_kg_m2_s += added.angular_kg_m2_s;
  }
};

}  // namespace limber
