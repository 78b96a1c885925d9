#pragma once

// Spheres of rigid bodies near a fluid's particles: see immersed.h.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/cell_rows.h"
#include "kernels/fluid/immersed.h"
#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

struct ImmersedPosition {
  View<const ImmersedSphere> spheres;
  LIMBER_HD glm::vec3 operator()(int i) const { return spheres[i].center_m; }
};

/// Begins a step of the fluid. One thread per sphere; there are at least as many as bodies.
struct ForgetPushes {
  SpherePushes pushes;
  View<long long> of_bodies;

  LIMBER_HD void operator()(int k) const {
    pushes.sums[k] = 0;
    if (k < of_bodies.size) of_bodies[k] = 0;
  }
};

/// Begins a step of the world. One thread per sphere; there are at least as many as bodies.
struct ForgetImpulses {
  View<const ImmersedSphere> spheres;
  SphereImpulses impulses;
  BodyImpulses of_bodies;
  View<glm::vec4> velocities_m_s;

  LIMBER_HD void operator()(int k) const {
    impulses.sums[k] = {};
    if (k < of_bodies.linear.size) of_bodies.linear[k] = of_bodies.angular[k] = {};
    velocities_m_s[k] = glm::vec4(spheres[k].velocity_m_s, 0.0f);
  }
};

/// Adds the impulses on spheres to their bodies. One thread per sphere.
struct AddToBodies {
  View<const ImmersedSphere> spheres;
  SphereImpulses impulses;
  BodyImpulses of_bodies;

  LIMBER_HD void operator()(int k) const {
    ImpulseSum& sum = impulses.sums[k];
    if (sum.x == 0 && sum.y == 0 && sum.z == 0) return;
    const ImmersedSphere& sphere = spheres[k];
    of_bodies.add(sphere.body, sum, sphere.lever_m);
    sum = {};
  }
};

/// Sum of SpherePushes over a body, each weighted by the square root of the sphere's inverse mass,
/// in fixed point.
struct BodyPushes {
  View<long long> sums;
  float quantum;
};

/// One thread per sphere.
struct AddPushes {
  View<const ImmersedSphere> spheres;
  SpherePushes pushes;
  BodyPushes of_bodies;

  LIMBER_HD void operator()(int k) const {
    const float all = pushes.of_per_m(k) * glm::sqrt(spheres[k].inverse_mass_per_kg);
    if (all > 0.0f)
      atomic_add(of_bodies.sums[spheres[k].body],
                 static_cast<long long>(glm::round(all / of_bodies.quantum)));
  }
};

/// Bound on a sphere's response to a push if all particles near its body push at once. One thread
/// per sphere.
struct SharePushes {
  View<const ImmersedSphere> spheres;
  BodyPushes of_bodies;
  View<float> inverse_mass_per_kg_m;

  LIMBER_HD void operator()(int k) const {
    const float all = static_cast<float>(of_bodies.sums[spheres[k].body]) * of_bodies.quantum;
    inverse_mass_per_kg_m[k] = all * glm::sqrt(spheres[k].inverse_mass_per_kg);
  }
};

/// Advances spheres between the fluid's substeps of a world step. One thread per sphere.
struct CarrySpheres {
  View<const glm::vec4> velocities_m_s;
  View<ImmersedSphere> spheres;
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    spheres[k].center_m += glm::vec3(velocities_m_s[k]) * dt_s;
  }
};

/// The share of a particle's kernel that a sphere at that distance fills, and its decrease per
/// metre.
LIMBER_HD inline glm::vec2 filled_by(const SortedFluid& fluid, int sphere, float distance_m) {
  return fluid.immersed.filled(sphere, distance_m, fluid.traits.kernel.support_m);
}

/// Lists the spheres near a particle and adds them to its density. One thread per sorted place.
struct FindNearSpheres {
  static constexpr int grain = 128;
  CellRows rows;
  View<const int> first, items;  ///< of the cells of spheres
  SortedFluid fluid;
  SpherePushes pushes;
  View<FluidTally> tally;

  LIMBER_HD void operator()(int i) const {
    const ImmersedSpheres& immersed = fluid.immersed;
    const glm::vec3 x(fluid.places_m[i]);
    const NearWalls* const solids = fluid.walls_of(i);
    NearWalls walls = solids ? *solids : NearWalls{};
    const float free = 1.0f - walls.share;
    int count = 0;
    float filled = 0.0f;
    visit_cells_around(rows, first, x, [&](int place) {
      const int k = items[place];
      const ImmersedSphere sphere = immersed.spheres[k];
      const glm::vec3 offset = x - sphere.center_m;
      const float reach_m = sphere.radius_m + fluid.traits.kernel.support_m;
      const float squared_m2 = glm::dot(offset, offset);
      if (!(squared_m2 < reach_m * reach_m)) return;
      const float distance_m = glm::sqrt(squared_m2);
      const glm::vec2 share = filled_by(fluid, k, distance_m);
      if (!(share.x > 0.0f)) return;
      if (count < ListPlaces::capacity) {
        const glm::vec3 out = distance_m > 0.0f ? offset / distance_m : glm::vec3(0.0f);
        const glm::vec3 gradient_per_m = out * (-share.y * free);
        immersed.at(i, count) = {gradient_per_m, k};
        pushes.add(k, gradient_per_m);
      }
      ++count;
      filled += share.x;
    });
    if (count > ListPlaces::capacity) {
      atomic_add(tally[0].left_out, static_cast<long long>(count - ListPlaces::capacity));
      count = ListPlaces::capacity;
    }
    immersed.counts[i] = count;
    if (count == 0) return;
    constexpr float max_filled = 0.95f;
    filled = glm::min(filled, max_filled);
    walls.share = 1.0f - free * (1.0f - filled);
    walls.gradient_per_m *= 1.0f - filled;
    fluid.set_walls(i, walls);
    fluid.densities[i] += free * filled;
  }
};

/// Distribution of a particle's drag among the solids around it.
struct DragShares {
  float walls;    ///< share of all walls
  float spheres;  ///< factor on SphereDrag::share() of each sphere

  LIMBER_HD DragShares(const SortedFluid& fluid, int i) {
    const NearWalls* const near = fluid.walls_of(i);
    float weight = near ? near->weight : 0.0f;
    for (int n = 0; n < fluid.immersed.counts[i]; ++n)
      weight += share_of(fluid, i, fluid.immersed.at(i, n).index);
    spheres = near && weight > 0.0f ? near->share / weight : 0.0f;
    walls = near ? near->weight * spheres : 0.0f;
  }
  LIMBER_HD static float share_of(const SortedFluid& fluid, int i, int sphere) {
    const glm::vec3 offset = glm::vec3(fluid.places_m[i]) - fluid.immersed.spheres[sphere].center_m;
    return filled_by(fluid, sphere, glm::length(offset)).x;
  }
};

/// Drag between a sphere and a particle. All particles drag a sphere at once, which must not
/// reverse its motion.
struct SphereDrag {
  float wear;     ///< share of a velocity difference removed in a step if all around is solid
  float mass_kg;  ///< of a particle
  View<const float> inverse_mass_per_kg_m;  ///< of each sphere: see SharePushes

  LIMBER_HD float share(const SortedFluid& fluid, int i, int sphere) const {
    const float support_m = fluid.traits.kernel.support_m;
    return DragShares::share_of(fluid, i, sphere) /
           (1.0f + wear * mass_kg * support_m * inverse_mass_per_kg_m[sphere]);
  }
};

/// Recomputes the factors of particles near spheres with the spheres' mobility, as if all particles
/// near one pushed it at once, so that the iterations converge. Also computes the drag by solids.
/// One thread per sorted place.
struct WeighNearSpheres {
  static constexpr int grain = 128;
  SortedFluid fluid;
  SphereDrag drag;

  LIMBER_HD void operator()(int i) const {
    const int own = fluid.neighbors.counts[i], near = fluid.immersed.counts[i];
    if (near == 0) return;
    const NearWalls* const solids = fluid.walls_of(i);
    const NearWalls walls = solids ? *solids : NearWalls{};
    glm::vec3 whole = walls.gradient_per_m, pushing = walls.gradient_per_m;
    float squares = 0.0f;
    for (int n = 0; n < own; ++n) {
      const glm::vec3 gradient_per_m = fluid.neighbors.at(i, n).gradient_per_m;
      whole += gradient_per_m;
      pushing += gradient_per_m;
      squares += glm::dot(gradient_per_m, gradient_per_m);
    }
    const DragShares shares(fluid, i);
    glm::vec3 carried_m_s = walls.velocity_m_s * shares.walls;
    float held = shares.walls;
    for (int n = 0; n < near; ++n) {
      const NearSphere sphere = fluid.immersed.at(i, n);
      whole += sphere.gradient_per_m;
      const float pushed = fluid.immersed.pushed(sphere.index);
      pushing += sphere.gradient_per_m * pushed;
      squares += pushed * drag.mass_kg * glm::length(sphere.gradient_per_m) *
                 drag.inverse_mass_per_kg_m[sphere.index];
      const float share = shares.spheres * drag.share(fluid, i, sphere.index);
      carried_m_s += fluid.immersed.spheres[sphere.index].velocity_m_s * share;
      held += share;
    }
    fluid.factors_m2[i] = factor_m2(
        fluid.traits, glm::max(glm::dot(whole, whole), glm::dot(pushing, pushing)) + squares);
    fluid.immersed.drags[i] = glm::vec4(held > 0.0f ? carried_m_s / held : glm::vec3(0.0f), held);
  }
};

/// Applies the reaction of particles' drag to spheres. One thread per sorted place.
struct DragSpheres {
  static constexpr int grain = 128;
  SortedFluid fluid;
  View<const glm::vec4> velocities_m_s;  ///< of the particles
  SphereDrag drag;

  LIMBER_HD void operator()(int i) const {
    const int near = fluid.immersed.counts[i];
    if (near == 0) return;
    const glm::vec3 v(velocities_m_s[i]);
    const DragShares shares(fluid, i);
    for (int n = 0; n < near; ++n) {
      const int k = fluid.immersed.at(i, n).index;
      const float kg = drag.mass_kg * drag.wear * shares.spheres * drag.share(fluid, i, k);
      fluid.immersed.impulses.add_N_s(k, (v - fluid.immersed.spheres[k].velocity_m_s) * kg);
    }
  }
};

}  // namespace limber
