#pragma once

// Types shared by the kernels of a fluid. State is stored in the order of creation; a step works on
// copies sorted by cells, so that neighbours are close in memory [Green10].

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/fluid/immersed.h"
#include "kernels/fluid/list_places.h"
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

  LIMBER_HD bool any() const { return share > 0.0f || glm::vec3(contacts[0]) != glm::vec3(0.0f); }
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

/// A neighbour of a particle: the kernel gradient times its volume, and its sorted place.
struct alignas(16) FluidNeighbor {
  glm::vec3 gradient_per_m;
  int place;
};

/// A FluidNeighbor in eight bytes, since iterations on an H200 are limited by reading lists: the
/// place in 28 bits, and each component of the gradient in 12.
struct alignas(8) PackedNeighbor {
  std::uint32_t low;   ///< the place, then the last four bits of z
  std::uint32_t high;  ///< the first eight bits of z, then y, x

  static constexpr int max_component = 2047;
  static constexpr std::uint32_t place_mask = (1u << 28) - 1u;

  LIMBER_HD static PackedNeighbor of(const glm::ivec3& gradient, int place) {
    const auto x = static_cast<std::uint32_t>(gradient.x),
               y = static_cast<std::uint32_t>(gradient.y),
               z = static_cast<std::uint32_t>(gradient.z);
    return {static_cast<std::uint32_t>(place) | z << 28,
            x << 20 | (y & 0xfffu) << 8 | (z >> 4 & 0xffu)};
  }
  LIMBER_HD int place() const { return static_cast<int>(low & place_mask); }
  LIMBER_HD glm::ivec3 gradient() const {
    return {static_cast<int>(high) >> 20, static_cast<int>(high << 12) >> 20,
            static_cast<int>(high << 24 | low >> 8) >> 20};
  }
};

/// Neighbour lists, packed on the GPU only, but with the same values everywhere. Gradients are
/// rounded to multiples of a quantum. That of i to j is still the opposite of that of j to i, so
/// linear momentum is conserved.
struct NeighborLists {
  View<FluidNeighbor> items;    ///< on the CPU
  View<PackedNeighbor> packed;  ///< on the GPU
  View<int> counts;
  float quantum_per_m;

  LIMBER_HD int place(int particle, int k) const {
#ifdef __CUDA_ARCH__
    return packed[ListPlaces::at(particle, k)].place();
#else
    return items[ListPlaces::at(particle, k)].place;
#endif
  }
  LIMBER_HD FluidNeighbor at(int particle, int k) const {
#ifdef __CUDA_ARCH__
    const PackedNeighbor item = packed[ListPlaces::at(particle, k)];
    return {glm::vec3(item.gradient()) * quantum_per_m, item.place()};
#else
    return items[ListPlaces::at(particle, k)];
#endif
  }
  LIMBER_HD void set(int particle, int k, const FluidNeighbor& neighbor) const {
    const glm::vec3 exact = neighbor.gradient_per_m * (1.0f / quantum_per_m);
    const glm::ivec3 quanta(std::lrint(exact.x), std::lrint(exact.y), std::lrint(exact.z));
#ifdef __CUDA_ARCH__
    packed[ListPlaces::at(particle, k)] = PackedNeighbor::of(quanta, neighbor.place);
#else
    items[ListPlaces::at(particle, k)] = {glm::vec3(quanta) * quantum_per_m, neighbor.place};
#endif
  }
};

/// Copies in sorted order.
struct SortedFluid {
  View<glm::vec4> places_m;        ///< x, y, z and 0
  View<glm::vec4> velocities_m_s;  ///< x, y, z and 0
  NeighborLists neighbors;
  View<NearWalls> walls;         ///< written only where there are any
  View<std::uint8_t> has_walls;  ///< 0 or 1
  View<float> densities;         ///< relative to the rest density
  /// Inverse of the response of a particle's density to its own pressure, m2.
  View<float> factors_m2;
  FluidTraits traits;
  ImmersedSpheres immersed;

  /// Null where there are none.
  LIMBER_HD const NearWalls* walls_of(int i) const {
    return has_walls[i] != 0 ? &walls[i] : nullptr;
  }
  LIMBER_HD void set_walls(int i, const NearWalls& near) const {
    has_walls[i] = near.any() ? 1 : 0;
    if (near.any()) walls[i] = near;
  }
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
    const NearWalls* const walls = fluid.walls_of(i);
    velocity_m_s = walls ? walls->velocity_m_s : glm::vec3(0.0f);
    share = walls ? walls->share : 0.0f;
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
