#pragma once

// Collisions of particles with simple solids, with position-based friction [Macklin14, section
// 6.1].

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/rebound.h"
#include "kernels/view.h"

namespace limber {

/// Ends a step: pushes particles out of the colliders and flags a state that is not finite.
/// Penetration that existed at the start of the step is also removed from the start position, so
/// that resolving it adds no velocity ([Macklin14, section 4.4]).
struct Collide {
  View<const Collider> colliders;
  View<Particle> before;  ///< positions at the start of the step
  View<Particle> particles;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float thickness_m;
  float friction;
  float restitution;
  float max_displacement_m;  ///< max displacement in this step; 0: no limit
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    Particle p = particles[i];
    if (!is_finite(p.position_m)) raise_flag(not_finite[0]);
    if (p.inverse_mass_per_kg == 0.0f) return;
    glm::vec3 start = before[i].position_m;
    if (max_displacement_m > 0.0f) {
      const glm::vec3 displacement = p.position_m - start;
      const float length = glm::sqrt(glm::dot(displacement, displacement));
      if (length > max_displacement_m)
        p.position_m = start + displacement * (max_displacement_m / length);
    }
    for (int k = 0; k < colliders.size; ++k) {
      SurfacePoint surface = nearest_surface(colliders[k], p.position_m);
      float depth = thickness_m - surface.distance_m;
      if (!(depth > 0.0f)) continue;
      // Beyond the middle of a thin wall the nearest surface is the far side: go back instead.
      // Displacements are relative to the collider's surface.
      const glm::vec3 carried = dt_s * surface_velocity_m_s(colliders[k], p.position_m);
      const SurfacePoint entry = nearest_surface(colliders[k], start + carried);
      const float back =
          thickness_m - entry.distance_m - glm::dot(p.position_m - start - carried, entry.normal);
      if (glm::dot(entry.normal, surface.normal) < 0.0f && back > 0.0f) {
        depth = back;
        surface.normal = entry.normal;
      }
      const float old_depth = glm::clamp(thickness_m - entry.distance_m, 0.0f, depth);
      const float coming_m = -glm::dot(p.position_m - start - carried, surface.normal);
      start += surface.normal * old_depth;
      p.position_m += surface.normal * depth;
      const glm::vec3 moved = p.position_m - start - carried;
      const glm::vec3 slid = moved - surface.normal * glm::dot(moved, surface.normal);
      const float distance = glm::sqrt(glm::dot(slid, slid));
      const float held = friction * depth;
      p.position_m -= distance > held ? slid * (held / distance) : slid;
      if (rebounds(restitution, coming_m, dt_s))
        start += surface.normal * (glm::dot(moved, surface.normal) - restitution * coming_m);
    }
    particles[i] = p;
    before[i].position_m = start;
  }
};

}  // namespace limber
