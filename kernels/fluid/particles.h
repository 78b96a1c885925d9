#pragma once

// Types shared by the kernels of a fluid. State is stored in the order of creation; a step works on
// copies sorted by cells, so that neighbours are close in memory [Green10].

#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/fluid/spline.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// State of a particle between steps, besides its position.
struct alignas(16) FluidMotion {
  glm::vec3 velocity_m_s{0.0f};
  float pressure_m2_s2 = 0.0f;  ///< of the solve, divided by the rest density
};

/// Walls around a particle. Spheres of immersed bodies count only in `share`: see ImmersedSpheres.
struct alignas(16) NearWalls {
  glm::vec3 gradient_per_m{0.0f};  ///< of `share`
  float share = 0.0f;              ///< of the rest density that they contribute, 0 to 1
  glm::vec3 velocity_m_s{0.0f};    ///< mean velocity of the walls
  float weight = 0.0f;             ///< sum of the shares of each of them
  /// Of the nearest two walls: the normal, and the min speed along it in m/s with which the
  /// particle keeps its distance at the end of the step. The default allows any speed.
  glm::vec4 contacts[2]{glm::vec4(0.0f, 0.0f, 0.0f, -1.0f), glm::vec4(0.0f, 0.0f, 0.0f, -1.0f)};

  /// The velocity v, corrected so as not to enter them.
  LIMBER_HD glm::vec3 kept_out_m_s(glm::vec3 v) const {
    for (const glm::vec4& contact : contacts) {
      const glm::vec3 normal(contact);
      const float short_m_s = contact.w - glm::dot(v, normal);
      if (short_m_s > 0.0f) v += normal * short_m_s;
    }
    return v;
  }
};

/// Factor by which a sum over so few disordered neighbours underestimates the gradient of a linear
/// field; pressures of the solve are too high by as much.
inline constexpr float seen_gradient = 0.955f;

/// The same for all particles.
struct FluidTraits {
  SplineKernel kernel;
  float volume_m3;    ///< of a particle at rest
  float keep_m;       ///< minimum distance from walls
  float wall_back_m;  ///< offset of walls in the density, away from the fluid
};

/// Capacity of a particle's neighbour list; a cubic lattice has 26 within the support.
inline constexpr int max_neighbors = 64;

/// A neighbour of a particle: the kernel gradient times its volume, and its sorted place.
struct alignas(16) FluidNeighbor {
  glm::vec3 gradient_per_m;
  int place;
};

/// Neighbour lists. On the GPU the k-th neighbours of all particles are contiguous, on the CPU all
/// neighbours of one particle.
struct NeighborLists {
  View<FluidNeighbor> items;  ///< max_neighbors per particle
  View<int> counts;
  int across, along;  ///< strides between particles, and between neighbours

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
  View<float> densities;  ///< relative to the rest density
  /// Inverse of the response of a particle's density to its own pressure, m2.
  View<float> factors_m2;
  FluidTraits traits;
  ImmersedSpheres immersed;
};

/// Inverse of a density's response to the particle's own pressure; 0 if it has hardly a neighbour.
LIMBER_HD inline float factor_m2(const FluidTraits& traits, float all_per_m2) {
  const float min_per_m2 = 1e-3f / (traits.kernel.support_m * traits.kernel.support_m);
  return all_per_m2 > min_per_m2 ? 1.0f / all_per_m2 : 0.0f;
}

/// Drag on a particle by the solids around it.
struct SolidDrag {
  glm::vec3 velocity_m_s;  ///< mean velocity of the solids
  float share;             ///< of the density that drags

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

/// Copies the state at the start of a step. One thread per sorted place.
struct GatherFluid {
  View<const int> order;  ///< index of the particle at each sorted place
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
