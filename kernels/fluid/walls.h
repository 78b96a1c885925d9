#pragma once

// Solids around a fluid. They count in a particle's density as if they were filled with fluid
// [Bender19], each approximated by its tangent plane at the nearest point.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Walls around a position. For two perpendicular walls the region behind both counts once, which
/// is exact for a kernel that is a product over the axes.
LIMBER_HD inline NearWalls near_walls(View<const Collider> colliders, const FluidTraits& traits,
                                      const glm::vec3& x, float dt_s) {
  NearWalls all;
  float free = 1.0f, weights = 0.0f;
  float gaps_m[2] = {traits.kernel.support_m, traits.kernel.support_m};
  glm::vec3 gradient(0.0f);  // minus that of the logarithm of `free`
  for (int k = 0; k < colliders.size; ++k) {
    const SurfacePoint surface = nearest_surface(colliders[k], x);
    if (!(surface.distance_m < traits.kernel.support_m)) continue;
    const glm::vec3 velocity_m_s = surface_velocity_m_s(colliders[k], x);
    if (surface.distance_m < gaps_m[1]) {
      const int at = surface.distance_m < gaps_m[0] ? 0 : 1;
      if (at == 0) {
        gaps_m[1] = gaps_m[0];
        all.contacts[1] = all.contacts[0];
      }
      gaps_m[at] = surface.distance_m;
      all.contacts[at] = glm::vec4(surface.normal, glm::dot(velocity_m_s, surface.normal) +
                                                       (traits.keep_m - surface.distance_m) / dt_s);
    }
    const float distance_m = surface.distance_m + traits.wall_back_m;
    if (!(distance_m < traits.kernel.support_m)) continue;
    constexpr float max_share = 0.95f;
    const float behind = traits.kernel.behind_plane(distance_m);
    const float share = behind < max_share ? behind : max_share;
    // Inside, particles are pushed out as hard as at the surface.
    const float rate_per_m = traits.kernel.in_plane_per_m(distance_m > 0.0f ? distance_m : 0.0f);
    free *= 1.0f - share;
    gradient -= surface.normal * (rate_per_m / (1.0f - share));
    all.velocity_m_s += velocity_m_s * share;
    weights += share;
  }
  if (!(weights > 0.0f)) return all;
  all.share = 1.0f - free;
  all.gradient_per_m = gradient * free;
  all.velocity_m_s /= weights;
  all.weight = weights;
  return all;
}

/// Moves a particle out of solids where pressure has failed to. start_m: its position at the start
/// of the step. Without friction, which is part of the fluid's viscosity.
LIMBER_HD inline void keep_out(View<const Collider> colliders, const glm::vec3& start_m,
                               float thickness_m, float dt_s, glm::vec3& x, glm::vec3& velocity) {
  for (int k = 0; k < colliders.size; ++k) {
    const SurfacePoint surface = nearest_surface(colliders[k], x);
    float depth_m = thickness_m - surface.distance_m;
    if (!(depth_m > 0.0f)) continue;
    glm::vec3 normal = surface.normal;
    const glm::vec3 carried_m_s = surface_velocity_m_s(colliders[k], x);
    // Beyond the middle of a thin wall the nearest surface is the far side: go back instead.
    const glm::vec3 from_m = start_m + carried_m_s * dt_s;
    const SurfacePoint entry = nearest_surface(colliders[k], from_m);
    const float back_m = thickness_m - entry.distance_m - glm::dot(x - from_m, entry.normal);
    if (glm::dot(entry.normal, normal) < 0.0f && back_m > 0.0f) {
      depth_m = back_m;
      normal = entry.normal;
    }
    x += normal * depth_m;
    const float leaving_m_s = glm::dot(velocity - carried_m_s, normal);
    if (leaving_m_s < 0.0f) velocity -= normal * leaving_m_s;
  }
}

}  // namespace limber
