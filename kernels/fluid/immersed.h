#pragma once

// Rigid bodies of spheres in a fluid. Each sphere counts in the density of the
// particles around it by the share of their kernels that it fills
// [Koschier17], and takes what their pressures push it with [Akinci12]. How
// fast bodies are is part of the pressures' iterations, so that light ones
// hold as heavy ones do. Impulses are sums of fixed-point numbers: the same in
// any order.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A sphere of a rigid body, as a step finds it.
struct alignas(16) ImmersedSphere {
  glm::vec3 center_m{0.0f};
  float radius_m = 0.0f;
  glm::vec3 velocity_m_s{0.0f};      ///< of its centre
  float inverse_mass_per_kg = 0.0f;  ///< with which a push on it moves it, at most; 0: nothing does
  glm::vec3 lever_m{0.0f};           ///< from its body's centre, as the world's step began
  int body = 0;
};

/// How it fills kernels. Does not change.
struct SphereFilling {
  int map = 0;
  /// Times what the map says: spheres of a body overlap, or leave gaps that no fluid gets into.
  float fullness = 1.0f;
  /// Times the gradient of what it fills a particle's pressure pushes it: see pushed_of().
  float pushed = 1.0f;
};

/// What share of a kernel a sphere fills, over the distance to its centre.
struct SphereMap {
  static constexpr int samples = 65;  ///< from nearest_m() on, as far as the sphere is seen
  float radius_m, support_m;
  View<const glm::vec2> values;  ///< the share, and by how much it falls a metre

  LIMBER_HD static float nearest_m(float radius_m, float support_m) {
    return radius_m > support_m ? radius_m - support_m : 0.0f;
  }
  /// Who is inside is pushed out as hard as at the surface.
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

/// In fixed point.
struct ImpulseSum {
  long long x = 0, y = 0, z = 0;
};

/// What acts on spheres, at their centres, until it is added to their bodies.
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

/// What acted on bodies, about their centres.
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

/// How hard particles can push a sphere: the sum of the lengths of their gradients, in fixed point.
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

/// The spheres around a fluid, as its kernels see them. Empty where there are none.
struct ImmersedSpheres {
  View<const ImmersedSphere> spheres;
  View<const SphereFilling> fillings;
  View<const glm::vec2> maps;            ///< SphereMap::samples each
  View<const glm::vec4> velocities_m_s;  ///< as what acted on them so far makes them
  SphereImpulses impulses;
  View<int> counts;  ///< of each sorted particle: they are listed after its neighbours in the fluid
  /// Of particles near spheres: how fast all that is solid around them is, in the mean, and the
  /// share of the density that holds them back.
  View<glm::vec4> drags;

  LIMBER_HD bool empty() const { return spheres.empty(); }
  LIMBER_HD glm::vec3 velocity_m_s(int sphere) const { return glm::vec3(velocities_m_s[sphere]); }
  LIMBER_HD float pushed(int sphere) const { return fillings[sphere].pushed; }
  /// The share of a kernel that a sphere fills, and by how much it falls a metre further off.
  LIMBER_HD glm::vec2 filled(int sphere, float distance_m, float support_m) const {
    const SphereFilling filling = fillings[sphere];
    const SphereMap map{spheres[sphere].radius_m, support_m,
                        maps.part(filling.map * SphereMap::samples, SphereMap::samples)};
    return map.at(distance_m) * filling.fullness;
  }
};

}  // namespace limber
