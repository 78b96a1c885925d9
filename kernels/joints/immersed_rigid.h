#pragma once

// Rigid bodies in double precision, coupled to fluids: filled with balls, on which pressures act.
// See kernels/fluid/immersed.h.

#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/hd.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/piles/body.h"
#include "kernels/view.h"

namespace limber {

/// The bodies and their balls.
struct ImmersedRigid {
  View<const SphereOnBody> on_body;
  View<const RigidPose> poses;
  View<const RigidInertia> inertias;
};

/// One thread per ball.
struct ShowRigidSpheres {
  ImmersedRigid bodies;
  View<const RigidMomentum> momenta;
  View<ImmersedSphere> spheres;
  int first_body;

  LIMBER_HD void operator()(int i) const {
    const SphereOnBody ball = bodies.on_body[i];
    const RigidPose pose = bodies.poses[ball.body];
    const RigidInertia inertia = bodies.inertias[ball.body];
    const glm::dvec3 lever_m = rotated(pose.quaternion, glm::dvec3(ball.center_m));
    spheres[i] = {
        .center_m = glm::vec3(pose.position_m + lever_m),
        .radius_m = ball.radius_m,
        .velocity_m_s = glm::vec3(point_velocity_m_s(pose, momenta[ball.body], inertia, lever_m)),
        .inverse_mass_per_kg = inertia.moves() ? ball.inverse_mass_per_kg : 0.0f,
        .lever_m = glm::vec3(lever_m),
        .body = first_body + ball.body};
  }
};

/// Velocities of balls after the impulses on their bodies so far. One thread per ball.
struct TryRigidImpulses {
  ImmersedRigid bodies;
  View<const ImmersedSphere> spheres;
  BodyImpulses impulses;
  View<glm::vec4> velocities_m_s;

  LIMBER_HD void operator()(int i) const {
    const int b = bodies.on_body[i].body;
    const RigidInertia inertia = bodies.inertias[b];
    const glm::dvec3 faster_m_s = glm::dvec3(impulses.linear_N_s(b)) * inertia.inverse_mass_per_kg;
    const glm::dvec3 spin =
        spin_rad_s(inertia, bodies.poses[b].quaternion, glm::dvec3(impulses.angular_N_m_s(b)));
    const ImmersedSphere sphere = spheres[i];
    velocities_m_s[i] = glm::vec4(
        sphere.velocity_m_s + glm::vec3(faster_m_s) + glm::cross(glm::vec3(spin), sphere.lever_m),
        0.0f);
  }
};

/// One thread per body.
struct TakeRigidImpulses {
  View<const RigidInertia> inertias;
  BodyImpulses impulses;
  View<RigidMomentum> momenta;

  LIMBER_HD void operator()(int b) const {
    if (!inertias[b].moves()) return;
    momenta[b].linear_kg_m_s += glm::dvec3(impulses.linear_N_s(b));
    momenta[b].angular_kg_m2_s += glm::dvec3(impulses.angular_N_m_s(b));
  }
};

}  // namespace limber
