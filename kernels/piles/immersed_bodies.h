#pragma once

// Rigid bodies in fluids, as spheres: pressure forces act at the centres. See
// kernels/fluid/immersed.h.

#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

/// The bodies and their spheres.
struct ImmersedBodies {
  View<const SphereOnBody> on_body;
  View<const Pose> poses;
  View<const BodyInertia> inertias;
};

/// One thread per sphere.
struct ShowImmersedSpheres {
  ImmersedBodies bodies;
  View<const BodyMomentum> momenta;
  View<ImmersedSphere> spheres;
  int first_body;

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
                  .inverse_mass_per_kg = moves ? sphere.inverse_mass_per_kg : 0.0f,
                  .lever_m = lever_m,
                  .body = first_body + sphere.body};
  }
};

/// Velocities of the spheres with the impulses so far applied to their bodies. One thread per
/// sphere.
struct TryImpulses {
  ImmersedBodies bodies;
  View<const ImmersedSphere> spheres;
  BodyImpulses impulses;
  View<glm::vec4> velocities_m_s;

  LIMBER_HD void operator()(int i) const {
    const int b = bodies.on_body[i].body;
    const BodyInertia inertia = bodies.inertias[b];
    const glm::vec3 faster_m_s = impulses.linear_N_s(b) * inertia.inverse_mass_per_kg;
    const glm::vec3 spin =
        angular_velocity_rad_s(bodies.poses[b].quaternion, impulses.angular_N_m_s(b), inertia);
    const ImmersedSphere sphere = spheres[i];
    velocities_m_s[i] =
        glm::vec4(sphere.velocity_m_s + faster_m_s + glm::cross(spin, sphere.lever_m), 0.0f);
  }
};

/// Applies the impulses to the bodies. One thread per body.
struct TakeImpulses {
  View<const BodyInertia> inertias;
  BodyImpulses impulses;
  View<BodyMomentum> momenta;

  LIMBER_HD void operator()(int b) const {
    if (!(inertias[b].inverse_mass_per_kg > 0.0f)) return;
    momenta[b].linear_kg_m_s += impulses.linear_N_s(b);
    momenta[b].angular_kg_m2_s += impulses.angular_N_m_s(b);
  }
};

}  // namespace limber
