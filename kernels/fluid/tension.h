#pragma once

// Surface tension from the energy of a surface, as in [He14]. Theirs is that of the gradient of
// what is full; here it is half the square of the shortage of neighbours, which also draws
// single particles and thin threads together. Its forces act along the line between two
// particles.
//
// Particles see so few others that such forces hold them in the order in which they lie, as in a
// solid: a drop that begins long stays so. So what is as small as a particle is taken out of them:
// neighbours share their forces, twice, where one gives what the other takes. That keeps momentum,
// and spin within half a per cent in the time of a swing. It does not quite keep energy: surfaces
// would boil a little, which is why particles there calm down.
//
// Solids are as full as their contact angle says, and draw what wets them: so drops hang from
// ceilings and run around balls, which is what a force of adhesion of its own would do
// [Akinci13].

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// (1 - q^2)^2 at q = r / h, with the spline's support h but wider: a shortage that is seen with
/// the spline itself ends where particles crowd at the surface until they have the density at rest.
/// Less a core, without which two particles that fly alone would fall into one.
struct SurfaceKernel {
  static constexpr float core_q2 = 0.1f, core = 0.2f;
  float support_m2;    ///< h^2
  float share = 1.0f;  ///< what a lattice at rest is made up of is 1

  /// The share that a particle makes up at a distance.
  LIMBER_HD float value(float squared_m2) const {
    const float q2 = squared_m2 / support_m2;
    const float t = glm::max(0.0f, 1.0f - q2), near = glm::max(0.0f, 1.0f - q2 / core_q2);
    return share * (t * t - core * near * near);
  }

  /// Times the way from the other particle it is the gradient, per m.
  LIMBER_HD float slope_per_m2(float squared_m2) const {
    const float q2 = squared_m2 / support_m2;
    const float t = glm::max(0.0f, 1.0f - q2), near = glm::max(0.0f, 1.0f - q2 / core_q2);
    return share * 4.0f * (core / core_q2 * near - t) / support_m2;
  }
};

/// Finds the shares of neighbours that particles miss. One thread a sorted place.
struct FindShortages {
  static constexpr int grain = 128;
  /// Of neighbours that are there but in no order.
  static constexpr float disorder = 0.03f;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<float> shortages;
  float wall_fill;  ///< what walls make up here, over their share of the density

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]);
    float full = kernel.value(0.0f) + wall_fill * fluid.walls[i].share;
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const glm::vec3 way = x - glm::vec3(fluid.places_m[fluid.neighbors.at(i, k).place]);
      full += kernel.value(glm::dot(way, way));
    }
    shortages[i] = glm::max(0.0f, 1.0f - disorder - full);
  }
};

/// Finds how the energy of the surface changes velocities in a step, and wears off those with which
/// particles there meet and part, along the line between them. One thread a sorted place.
struct PullSurface {
  static constexpr int grain = 128;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<const float> shortages;
  View<glm::vec4> pulls_m_s;
  View<glm::vec4> velocities_after_m_s;
  float wall_fill;
  float wall_draw;  ///< shortage that draws even full particles to walls
  /// Pressures push spheres harder than walls: how much of that shortages draw them harder, too.
  float sphere_share;
  float pull_m2_s;  ///< of a shortage of 1, times the gradient of a share of neighbours
  float mass_kg;    ///< of a particle
  float calm;       ///< share that wears off, of a shortage of 1, times a share of neighbours

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]), v(fluid.velocities_m_s[i]);
    const float own = shortages[i];
    glm::vec3 pull = fluid.walls[i].gradient_per_m * (wall_fill * own + wall_draw);
    glm::vec3 calmed(0.0f);
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const int j = fluid.neighbors.at(i, k).place;
      const float both = own + shortages[j];
      if (!(both > 0.0f)) continue;
      const glm::vec3 way = x - glm::vec3(fluid.places_m[j]);
      const float squared_m2 = glm::dot(way, way);
      pull += way * (kernel.slope_per_m2(squared_m2) * both);
      const float closing = glm::dot(way, glm::vec3(fluid.velocities_m_s[j]) - v);
      calmed += way * (kernel.value(squared_m2) * both * closing /
                       (squared_m2 + 0.01f * kernel.support_m2));
    }
    // Spheres of bodies draw as walls do, and are drawn.
    const int near = fluid.immersed.empty() ? 0 : fluid.immersed.counts[i];
    for (int k = count; k < count + near; ++k) {
      const FluidNeighbor sphere = fluid.neighbors.at(i, k);
      const float fill =
          wall_fill * (1.0f + (fluid.immersed.pushed(sphere.place) - 1.0f) * sphere_share);
      const glm::vec3 to_sphere = sphere.gradient_per_m * (fill * own + wall_draw);
      pull += to_sphere;
      fluid.immersed.impulses.add_N_s(sphere.place, to_sphere * (-pull_m2_s * mass_kg));
    }
    pulls_m_s[i] = glm::vec4(pull * pull_m2_s, 0.0f);
    velocities_after_m_s[i] += glm::vec4(calmed * calm, 0.0f);
  }
};

/// Lets neighbours share what pulls them. One thread a sorted place.
struct SharePulls {
  static constexpr int grain = 128;
  SortedFluid fluid;
  SurfaceKernel kernel;
  View<const glm::vec4> pulls_m_s;
  View<glm::vec4> shared_m_s;
  bool adds;  ///< to what is there

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]);
    const glm::vec4 own = pulls_m_s[i];
    glm::vec4 shared = adds ? shared_m_s[i] + own : own;
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const int j = fluid.neighbors.at(i, k).place;
      const glm::vec3 way = x - glm::vec3(fluid.places_m[j]);
      shared += (pulls_m_s[j] - own) * kernel.value(glm::dot(way, way));
    }
    shared_m_s[i] = shared;
  }
};

}  // namespace limber
