#pragma once

// What the kernels of a fluid share. State is kept in the order in which particles were made; a
// step works on copies sorted by cells, so that neighbours lie near each other in memory
// [Green10].

#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/fluid/spline.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// What a particle carries from step to step, besides its place.
struct alignas(16) FluidMotion {
  glm::vec3 velocity_m_s{0.0f};
  float pressure_m2_s2 = 0.0f;  ///< of the solve, over the density at rest
};

/// What walls are around a particle. Spheres of bodies that are immersed count in its share only:
/// see ImmersedSpheres.
struct alignas(16) NearWalls {
  glm::vec3 gradient_per_m{0.0f};  ///< of `share`
  float share = 0.0f;              ///< of the density at rest that they make up, 0 to 1
  glm::vec3 velocity_m_s{0.0f};    ///< of the walls, in the mean
  float weight = 0.0f;             ///< the sum of the shares of each of them
  /// Of the nearest two walls: the normal, and the least speed along it in m/s that leaves the
  /// particle far enough from the wall at the end of the step. Without a wall any speed does.
  glm::vec4 contacts[2]{glm::vec4(0.0f, 0.0f, 0.0f, -1.0f), glm::vec4(0.0f, 0.0f, 0.0f, -1.0f)};

  /// A velocity that does not go into them.
  LIMBER_HD glm::vec3 kept_out_m_s(glm::vec3 v) const {
    for (const glm::vec4& contact : contacts) {
      const glm::vec3 normal(contact);
      const float short_m_s = contact.w - glm::dot(v, normal);
      if (short_m_s > 0.0f) v += normal * short_m_s;
    }
    return v;
  }
};

/// The gradient of a linear field as a sum over so few disordered neighbours falls short of it by
/// this factor, and pressures of the solve are as much too high.
inline constexpr float seen_gradient = 0.955f;

/// The same for all particles.
struct FluidTraits {
  SplineKernel kernel;
  float volume_m3;    ///< of a particle at rest
  float keep_m;       ///< how far from walls particles stay
  float wall_back_m;  ///< walls count in the density as so much further off
};

/// Room for neighbours of a particle; on a cubic lattice it has 26 within its support.
inline constexpr int max_neighbors = 64;

/// A neighbour of a particle: what its kernel's gradient there is, times its volume, and where it
/// lies in the sorted order.
struct alignas(16) FluidNeighbor {
  glm::vec3 gradient_per_m;
  int place;
};

/// The neighbours of each particle. On a GPU the first ones of all particles lie side by side, on a
/// processor all of one.
struct NeighborLists {
  View<FluidNeighbor> items;  ///< max_neighbors a particle
  View<int> counts;
  int across, along;  ///< from particle to particle, and from neighbour to neighbour

  LIMBER_HD FluidNeighbor& at(int particle, int k) const {
    return items[particle * across + k * along];
  }
};

/// Copies in sorted order.
struct SortedFluid {
  View<glm::vec4> places_m;        ///< x, y, z and 0
  View<glm::vec4> velocities_m_s;  ///< x, y, z and 0
  NeighborLists neighbors;
  View<NearWalls> walls;
  View<float> densities;  ///< over that at rest
  /// One over what a pressure of its own does to a particle's density, m2.
  View<float> factors_m2;
  FluidTraits traits;
  ImmersedSpheres immersed;
};

/// What a pressure of a particle's own does to its density is one over this; of one that has hardly
/// a neighbour it does nothing.
LIMBER_HD inline float factor_m2(const FluidTraits& traits, float all_per_m2) {
  const float min_per_m2 = 1e-3f / (traits.kernel.support_m * traits.kernel.support_m);
  return all_per_m2 > min_per_m2 ? 1.0f / all_per_m2 : 0.0f;
}

/// How what is solid around a particle holds it back.
struct SolidDrag {
  glm::vec3 velocity_m_s;  ///< of it, in the mean
  float share;             ///< of the density that it makes up

  LIMBER_HD SolidDrag(const SortedFluid& fluid, int i) {
    const NearWalls& walls = fluid.walls[i];
    velocity_m_s = walls.velocity_m_s;
    share = walls.share;
    if (fluid.immersed.empty() || fluid.immersed.counts[i] == 0) return;
    const glm::vec4 drag = fluid.immersed.drags[i];
    velocity_m_s = glm::vec3(drag);
    share = drag.w;
  }
};

struct FluidPosition {
  View<const Particle> particles;
  LIMBER_HD glm::vec3 operator()(int i) const { return particles[i].position_m; }
};

/// Copies what a step begins with. One thread a sorted place.
struct GatherFluid {
  View<const int> order;  ///< which particle lies at a sorted place
  View<const Particle> particles;
  View<const FluidMotion> motions;
  SortedFluid sorted;
  View<float> pressures_m2_s2;

  LIMBER_HD void operator()(int k) const {
    const int i = order[k];
    sorted.places_m[k] = glm::vec4(particles[i].position_m, 0.0f);
    const FluidMotion motion = motions[i];
    sorted.velocities_m_s[k] = glm::vec4(motion.velocity_m_s, 0.0f);
    pressures_m2_s2[k] = motion.pressure_m2_s2;
  }
};

}  // namespace limber
