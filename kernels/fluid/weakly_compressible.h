#pragma once

// A weakly compressible fluid [Mueller03], implemented like [Harada07, section 29.3.2]: neighbours
// are searched twice, for the density and for the forces, and are not stored.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/collider.h"
#include "kernels/fluid/forces.h"
#include "kernels/fluid/particles.h"
#include "kernels/fluid/walls.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/portable_math.h"
#include "kernels/view.h"

namespace limber {

/// Densities with the "poly6" kernel. One thread per sorted place.
struct FluidDensities {
  static constexpr int grain = 128;
  CellRows rows;
  View<const int> first;
  View<const Collider> colliders;
  SortedFluid fluid;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]);
    const float h = fluid.traits.kernel.support_m;
    const float h2 = h * h, h6 = h2 * h2 * h2;
    float sum = 0.0f;
    visit_cells_around(rows, first, x, [&](int k) {
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[k]);
      const float left = h2 - glm::dot(offset, offset);
      if (left > 0.0f) sum += left * left * left;
    });
    const NearWalls walls = near_walls(colliders, fluid.traits, x, dt_s);
    fluid.set_walls(i, walls);
    const float norm = 315.0f / (64.0f * pi * h6 * h2 * h);
    fluid.densities[i] = sum * norm * fluid.traits.volume_m3 + walls.share;
  }
};

/// Forces with the "spiky" and "viscosity" kernels. One thread per sorted place.
struct WeaklyCompressibleForces {
  static constexpr int grain = 128;
  CellRows rows;
  View<const int> first;
  SortedFluid fluid;
  View<glm::vec4> velocities_after_m_s;
  View<float> pressures_m2_s2;   ///< divided by the rest density; only for display
  View<const GrabHold> grabber;  ///< empty: nothing is held
  float grab_radius_m;
  float sound_m_s;
  float viscosity_m2_s;
  float gravity_m_s2;
  float mass_kg;  ///< of a particle
  float dt_s;

  /// Negative pressure is clamped, as it makes particles clump at the surface.
  LIMBER_HD float pressure_m2_s2(float density) const {
    return sound_m_s * sound_m_s * glm::max(density - 1.0f, 0.0f);
  }

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]), v(fluid.velocities_m_s[i]);
    const float h = fluid.traits.kernel.support_m;
    const float density = fluid.densities[i];
    const float pressure = pressure_m2_s2(density);
    glm::vec3 pushed(0.0f), worn(0.0f);
    visit_cells_around(rows, first, x, [&](int k) {
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[k]);
      const float squared_m2 = glm::dot(offset, offset);
      if (k == i || !(squared_m2 < h * h)) return;
      const float distance_m = glm::sqrt(squared_m2);
      const float left_m = h - distance_m;
      const float other = fluid.densities[k];
      if (distance_m > 0.0f)
        pushed += offset * (left_m * left_m * (pressure + pressure_m2_s2(other)) /
                            (2.0f * density * other * distance_m));
      worn += (glm::vec3(fluid.velocities_m_s[k]) - v) * (left_m / (density * other));
    });
    const float h2 = h * h;
    const float norm = 45.0f / (pi * h2 * h2 * h2) * fluid.traits.volume_m3;
    const NearWalls* const walls = fluid.walls_of(i);
    const float of_solids = pressure / (density * density);
    glm::vec3 pull = walls ? walls->gradient_per_m * of_solids : glm::vec3(0.0f);
    const int near = fluid.immersed.count(i);
    for (int n = 0; n < near; ++n) {
      const NearSphere sphere = fluid.immersed.at(i, n);
      const glm::vec3 own_pull =
          sphere.gradient_per_m * (fluid.immersed.pushed(sphere.index) * of_solids);
      pull += own_pull;
      if (pressure > 0.0f)
        fluid.immersed.impulses.add_N_s(sphere.index, own_pull * (mass_kg * dt_s));
    }
    const glm::vec3 change =
        (pushed + worn * viscosity_m2_s) * norm - pull - glm::vec3(0.0f, gravity_m_s2, 0.0f);
    velocities_after_m_s[i] =
        glm::vec4(stirred_m_s(grabber, grab_radius_m, x, v + change * dt_s), 0.0f);
    pressures_m2_s2[i] = pressure;
  }
};

}  // namespace limber
