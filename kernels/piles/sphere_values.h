#pragma once

// Stages 1 and 2: positions and velocities of the spheres, from the states of the bodies, and their
// order by cells [Harada07, sections 29.2.3 and 29.2.4].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/near_spheres.h"
#include "kernels/view.h"

namespace limber {

/// Equations 18 to 20: r = R r0, x = X + r, v = V + w x r.
struct SphereValues {
  View<const SphereOnBody> on_body;
  View<const Pose> poses;
  View<const BodyMomentum> momenta;
  View<const BodyInertia> inertias;
  View<SpherePlace> places;
  View<SphereMotion> motions;
  View<glm::vec4> levers_m;  ///< r, from the centre of mass; empty: all are 0
  ListsWatch watch;

  LIMBER_HD void operator()(int i) const {
    const int b = on_body[i].body;
    write(i, poses[b], momenta[b], inertias[b]);
  }

  LIMBER_HD void write(int i, const Pose& pose, const BodyMomentum& momentum,
                       const BodyInertia& inertia) const {
    const SphereOnBody sphere = on_body[i];
    const glm::vec3 lever = rotated(pose.quaternion, sphere.center_m);
    const glm::vec3 spin =
        angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
    places[i] = {pose.position_m + lever, sphere.body};
    const float inverse_mass_per_kg = momentum.shared_contacts >= SharedContacts::some_deep
                                          ? -sphere.inverse_mass_per_kg
                                          : sphere.inverse_mass_per_kg;
    motions[i] = {momentum.linear_kg_m_s * inertia.inverse_mass_per_kg + glm::cross(spin, lever),
                  inertia.inverse_mass_per_kg > 0.0f ? inverse_mass_per_kg : 0.0f, spin,
                  sphere.radius_m};
    if (!levers_m.empty()) levers_m[i] = glm::vec4(lever, 0.0f);
    watch.look(i, pose.position_m + lever);
  }
};

/// Only the places.
struct PlaceSpheres {
  View<const SphereOnBody> on_body;
  View<const Pose> poses;
  View<SpherePlace> places;

  LIMBER_HD void operator()(int i) const {
    const SphereOnBody sphere = on_body[i];
    places[i] = {center_of(sphere, poses[sphere.body]), sphere.body};
  }
};

/// Positions of the spheres, for CountCells.
struct SpherePosition {
  View<const SpherePlace> places;
  LIMBER_HD glm::vec3 operator()(int i) const { return places[i].position_m; }
};

}  // namespace limber
