#pragma once

// Two-way coupling of a fluid with rigid bodies made of spheres. A sphere contributes to the
// density of particles by the share of their kernels that it fills [Koschier17], and receives the
// reaction of their pressure forces [Akinci12]. The bodies' velocities are updated within the
// pressure iterations, so that light bodies are as stable as heavy ones. Impulses are summed in
// fixed point, so that the order does not matter.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/fluid/list_places.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A sphere of a rigid body at the start of a step.
struct alignas(16) ImmersedSphere {
  glm::vec3 center_m{0.0f};
  float radius_m = 0.0f;
  glm::vec3 velocity_m_s{0.0f};      ///< of its centre
  float inverse_mass_per_kg = 0.0f;  ///< at the sphere, upper bound; 0: immovable
  glm::vec3 lever_m{0.0f};           ///< from its body's centre, at the start of the world's step
  int body = 0;
};

/// How a sphere fills kernels. Constant.
struct SphereFilling {
  int map = 0;
  /// Factor on the map, as spheres of a body overlap or leave gaps that no fluid enters.
  float fullness = 1.0f;
  /// Factor on the gradient of the filled share in pressure forces: see pushed_of().
  float pushed = 1.0f;
};

/// Share of a kernel that a sphere fills, as a function of the distance to its centre.
struct SphereMap {
  static constexpr int samples = 65;  ///< from nearest_m() to radius_m + support_m
  float radius_m, support_m;
  View<const glm::vec2> values;  ///< the share, and its decrease per metre

  LIMBER_HD static float nearest_m(float radius_m, float support_m) {
    return radius_m > support_m ? radius_m - support_m : 0.0f;
  }
  /// Inside, the slope is that at the surface, which pushes particles out as hard.
  LIMBER_HD glm::vec2 at(float distance_m) const {
    const float fall_per_m = sampled(glm::max(distance_m, radius_m)).y;
    return {sampled(distance_m).x, fall_per_m};
  }

 private:
  LIMBER_HD glm::vec2 sampled(float distance_m) const {
    const float low_m = nearest_m(radius_m, support_m);
    const float step_m = (radius_m + support_m - low_m) / static_cast<float>(samples - 1);
    const float t = glm::max((distance_m - low_m) / step_m, 0.0f);
    const int k = static_cast<int>(t);
    if (k >= samples - 1) return {0.0f, 0.0f};
    const float part = t - static_cast<float>(k);
    return values[k] * (1.0f - part) + values[k + 1] * part;
  }
};

/// An impulse in fixed point.
struct ImpulseSum {
  long long x = 0, y = 0, z = 0;
};

/// Impulses on spheres, at their centres, until they are added to the bodies.
struct SphereImpulses {
  View<ImpulseSum> sums;
  float quantum_N_s;

  LIMBER_HD void add_N_s(int sphere, const glm::vec3& impulse) const {
    const glm::vec3 quanta = impulse / quantum_N_s;
    atomic_add(sums[sphere].x, static_cast<long long>(glm::round(quanta.x)));
    atomic_add(sums[sphere].y, static_cast<long long>(glm::round(quanta.y)));
    atomic_add(sums[sphere].z, static_cast<long long>(glm::round(quanta.z)));
  }
};

/// Impulses on bodies, about their centres of mass.
struct BodyImpulses {
  View<ImpulseSum> linear, angular;
  float quantum_N_s, quantum_N_m_s;

  LIMBER_HD glm::vec3 linear_N_s(int b) const { return times(linear[b], quantum_N_s); }
  LIMBER_HD glm::vec3 angular_N_m_s(int b) const { return times(angular[b], quantum_N_m_s); }
  LIMBER_HD void add(int b, const ImpulseSum& quanta, const glm::vec3& lever_m) const {
    atomic_add(linear[b].x, quanta.x);
    atomic_add(linear[b].y, quanta.y);
    atomic_add(linear[b].z, quanta.z);
    const glm::vec3 turn = glm::cross(lever_m, times(quanta, quantum_N_s)) / quantum_N_m_s;
    atomic_add(angular[b].x, static_cast<long long>(glm::round(turn.x)));
    atomic_add(angular[b].y, static_cast<long long>(glm::round(turn.y)));
    atomic_add(angular[b].z, static_cast<long long>(glm::round(turn.z)));
  }

 private:
  LIMBER_HD static glm::vec3 times(const ImpulseSum& sum, float quantum) {
    return glm::vec3(static_cast<float>(sum.x), static_cast<float>(sum.y),
                     static_cast<float>(sum.z)) *
           quantum;
  }
};

/// Sum of the lengths of particles' gradients at a sphere, in fixed point: a bound on their push.
struct SpherePushes {
  View<long long> sums;
  float quantum_per_m;

  LIMBER_HD void add(int sphere, const glm::vec3& gradient_per_m) const {
    atomic_add(sums[sphere],
               static_cast<long long>(glm::round(glm::length(gradient_per_m) / quantum_per_m)));
  }
  LIMBER_HD float of_per_m(int sphere) const {
    return static_cast<float>(sums[sphere]) * quantum_per_m;
  }
};

/// A sphere near a particle, and the gradient of the share of its kernel that the sphere fills.
struct alignas(16) NearSphere {
  glm::vec3 gradient_per_m;
  int index;
};

/// The spheres in a fluid, for its kernels. Empty if there are none.
struct ImmersedSpheres {
  View<const ImmersedSphere> spheres;
  View<const SphereFilling> fillings;
  View<const glm::vec2> maps;            ///< SphereMap::samples each
  View<const glm::vec4> velocities_m_s;  ///< with the impulses so far
  SphereImpulses impulses;
  View<NearSphere> items;  ///< at ListPlaces of each sorted particle
  View<int> counts;
  /// Of particles near spheres: mean velocity of the solids around them, and the share of the
  /// density that drags.
  View<glm::vec4> drags;

  LIMBER_HD bool empty() const { return spheres.empty(); }
  /// The number of spheres near a particle.
  LIMBER_HD int count(int particle) const { return empty() ? 0 : counts[particle]; }
  LIMBER_HD NearSphere& at(int particle, int k) const { return items[ListPlaces::at(particle, k)]; }
  LIMBER_HD glm::vec3 velocity_m_s(int sphere) const { return glm::vec3(velocities_m_s[sphere]); }
  LIMBER_HD float pushed(int sphere) const { return fillings[sphere].pushed; }
  /// The share of a kernel that a sphere fills, and its decrease per metre.
  LIMBER_HD glm::vec2 filled(int sphere, float distance_m, float support_m) const {
    const SphereFilling filling = fillings[sphere];
    const SphereMap map{spheres[sphere].radius_m, support_m,
                        maps.part(filling.map * SphereMap::samples, SphereMap::samples)};
    return map.at(distance_m) * filling.fullness;
  }
};

}  // namespace limber
