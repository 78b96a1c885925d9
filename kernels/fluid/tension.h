#pragma once

// Surface tension from a surface energy, as in [He14]. Theirs is that of the gradient of a colour
// field; here it is half the square of a shortage of neighbours, which also contracts single
// particles and thin threads. Its forces act along the line between two particles.
//
// With so few neighbours, such forces lock the particles' arrangement as in a solid: an elongated
// drop stays elongated. So variations at the scale of a particle are filtered out: neighbours
// exchange shares of their forces, twice, antisymmetrically. That conserves momentum, and angular
// momentum within half a per cent per oscillation period. Energy is not quite conserved, and
// surfaces would boil a little, so particles there are damped.
//
// Solids count as filled according to their contact angle, and attract fluid that wets them: drops
// hang from ceilings and run around balls, without a separate adhesion force [Akinci13].

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// (1 - q^2)^2 at q = r / h, minus a core. It has the spline's support h, but is wider: a shortage
/// measured with the spline itself would vanish once particles crowd at the surface up to the rest
/// density. Without the core, a lone pair of particles would collapse.
struct SurfaceKernel {
  static constexpr float core_q2 = 0.1f, core = 0.2f;
  float support_m2;    ///< h^2
  float share = 1.0f;  ///< normalizes the sum over a rest lattice to 1

  /// Contribution of a particle at a distance.
  LIMBER_HD float value(float squared_m2) const {
    const float q2 = squared_m2 / support_m2;
    const float t = glm::max(0.0f, 1.0f - q2), near = glm::max(0.0f, 1.0f - q2 / core_q2);
    return share * (t * t - core * near * near);
  }

  /// Times the vector from the other particle it is the gradient, per m.
  LIMBER_HD float slope_per_m2(float squared_m2) const {
    const float q2 = squared_m2 / support_m2;
    const float t = glm::max(0.0f, 1.0f - q2), near = glm::max(0.0f, 1.0f - q2 / core_q2);
    return share * 4.0f * (core / core_q2 * near - t) / support_m2;
  }
};

/// Computes the particles' shortages of neighbours. One thread per sorted place.
struct FindShortages {
  static constexpr int grain = 128;
  /// Tolerated shortage, due to disorder of the neighbours.
  static constexpr float disorder = 0.03f;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<float> shortages;
  float wall_fill;  ///< contribution of walls, relative to their share of the density

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]);
    const NearWalls* const walls = fluid.walls_of(i);
    float full = kernel.value(0.0f) + (walls ? wall_fill * walls->share : 0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[fluid.neighbors.place(i, k)]);
      full += kernel.value(glm::dot(offset, offset));
    }
    shortages[i] = glm::max(0.0f, 1.0f - disorder - full);
  }
};

/// Computes the velocity changes by surface tension in a step, and damps the relative velocities of
/// surface particles along the line between them. One thread per sorted place.
struct PullSurface {
  static constexpr int grain = 128;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<const float> shortages;
  View<glm::vec4> pulls_m_s;
  View<glm::vec4> velocities_after_m_s;
  float wall_fill;
  float wall_draw;  ///< shortage that attracts even full particles to walls
  /// Share of the spheres' extra pressure factor (`pushed` - 1) that also applies to attraction.
  float sphere_share;
  float pull_m2_s;  ///< per shortage and gradient of the kernel
  float mass_kg;    ///< of a particle
  float calm;       ///< damped share, per shortage and kernel value

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]), v(fluid.velocities_m_s[i]);
    const float own = shortages[i];
    const NearWalls* const walls = fluid.walls_of(i);
    glm::vec3 pull =
        walls ? walls->gradient_per_m * (wall_fill * own + wall_draw) : glm::vec3(0.0f);
    glm::vec3 calmed(0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const int j = fluid.neighbors.place(i, k);
      const float both = own + shortages[j];
      if (!(both > 0.0f)) continue;
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[j]);
      const float squared_m2 = glm::dot(offset, offset);
      pull += offset * (kernel.slope_per_m2(squared_m2) * both);
      const float closing = glm::dot(offset, glm::vec3(fluid.velocities_m_s[j]) - v);
      calmed += offset * (kernel.value(squared_m2) * both * closing /
                          (squared_m2 + 0.01f * kernel.support_m2));
    }
    // Spheres of bodies attract like walls, and are attracted.
    const int near = fluid.immersed.count(i);
    for (int k = 0; k < near; ++k) {
      const NearSphere sphere = fluid.immersed.at(i, k);
      const float fill =
          wall_fill * (1.0f + (fluid.immersed.pushed(sphere.index) - 1.0f) * sphere_share);
      const glm::vec3 to_sphere = sphere.gradient_per_m * (fill * own + wall_draw);
      pull += to_sphere;
      fluid.immersed.impulses.add_N_s(sphere.index, to_sphere * (-pull_m2_s * mass_kg));
    }
    pulls_m_s[i] = glm::vec4(pull * pull_m2_s, 0.0f);
    velocities_after_m_s[i] += glm::vec4(calmed * calm, 0.0f);
  }
};

/// Exchanges shares of the pulls between neighbours. One thread per sorted place.
struct SharePulls {
  static constexpr int grain = 128;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<const glm::vec4> pulls_m_s;
  View<glm::vec4> shared_m_s;
  bool adds;  ///< to the previous value

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]);
    const glm::vec4 own = pulls_m_s[i];
    glm::vec4 shared = adds ? shared_m_s[i] + own : own;
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const int j = fluid.neighbors.place(i, k);
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[j]);
      shared += (pulls_m_s[j] - own) * kernel.value(glm::dot(offset, offset));
    }
    shared_m_s[i] = shared;
  }
};

}  // namespace limber
