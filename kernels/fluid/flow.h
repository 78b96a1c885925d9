#pragma once

// Emitters and drains: emitters fill free places, drains free them again. A free place is a
// particle of zero inverse mass, parked beyond the kernel supports of all others, half a million
// spacings above the origin, where floats are too coarse for a fluid. So most kernels need no test
// for it.

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/mixed_bits.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

LIMBER_HD inline bool is_free(const Particle& particle) {
  return !(particle.inverse_mass_per_kg > 0.0f);
}

/// Where place `i` of a fluid is parked while it is free.
LIMBER_HD inline Particle parked(int i, float support_m) {
  constexpr int side = 256;
  const float up_m = 250000.0f * support_m;
  const glm::vec3 cell(i % side, i / (side * side), i / side % side);
  return {glm::vec3(0.0f, up_m, 0.0f) + cell * (2.0f * support_m), 0.0f};
}

/// A nozzle: layers of particles enter at its back and leave through its mouth.
struct FluidEmitter {
  glm::vec3 back_m;
  float length_m;
  glm::vec3 direction;  ///< unit length
  float radius_m;
  float speed_m_s;
  float start_s, stop_s;
  int first_place, places;  ///< its own range of the fluid's places
  int first_point, points;  ///< of a layer
  double points_per_layer;  ///< mean number that enter: all of them, or fewer, as for rain

  /// Number of points of a layer that enter; layers are counted from 0.
  LIMBER_HD int entering(int layer) const {
    return static_cast<int>(std::floor((layer + 1) * points_per_layer) -
                            std::floor(layer * points_per_layer));
  }
  /// The point at which the k-th of them enters, drawn from the k-th part of the layer.
  LIMBER_HD int entry(int layer, int k) const {
    const int entries = entering(layer);
    const int low = static_cast<int>(static_cast<long long>(k) * points / entries);
    const int high = static_cast<int>((k + 1LL) * points / entries);
    const auto mixed = static_cast<std::uint32_t>(layer) * 65537u + static_cast<std::uint32_t>(k) +
                       mixed_bits(static_cast<std::uint32_t>(first_place));
    return low + static_cast<int>(mixed_bits(mixed) % static_cast<std::uint32_t>(high - low));
  }
  /// Whether a position is inside the nozzle.
  LIMBER_HD bool holds(const glm::vec3& x) const {
    const glm::vec3 from_back = x - back_m;
    const float along_m = glm::dot(from_back, direction);
    if (!(along_m < length_m) || along_m < -0.01f * length_m) return false;
    const glm::vec3 beside = from_back - direction * along_m;
    return glm::dot(beside, beside) <= radius_m * radius_m;
  }
};

struct EmitterState {
  double time_s = 0.0;
  float advance_m = 0.0f;  ///< distance of the newest layer from the nozzle's back
  int due = 0;             ///< particles that enter in this step
  int flows = 0;           ///< 0 or 1: whether it moves the particles inside it
  int layers = 0;          ///< entered since the start
};

/// A box that removes fluid.
struct FluidDrain {
  glm::vec3 low_m, high_m;

  LIMBER_HD bool takes(const glm::vec3& x) const {
    return x.x >= low_m.x && x.y >= low_m.y && x.z >= low_m.z && x.x <= high_m.x &&
           x.y <= high_m.y && x.z <= high_m.z;
  }
};

/// Empties drains and marks free places of emitters. One thread per particle.
struct DrainFluid {
  View<const FluidDrain> drains;
  View<Particle> particles;
  View<FluidMotion> motions;
  View<int> free;  ///< 0 or 1, for the fluid's last places, which belong to emitters
  float support_m;

  LIMBER_HD void operator()(int i) const {
    Particle particle = particles[i];
    bool drained = false;
    for (int k = 0; k < drains.size; ++k) drained = drained || drains[k].takes(particle.position_m);
    if (drained && !is_free(particle)) {
      particle = parked(i, support_m);
      particles[i] = particle;
      motions[i] = {};
    }
    const int place = i - (particles.size - free.size);
    if (place >= 0) free[place] = is_free(particle) ? 1 : 0;
  }
};

/// Number of free places before `place`, from the running sum over those of all emitters.
LIMBER_HD inline int free_before(View<const int> free_sums, int place) {
  return place > 0 ? free_sums[place - 1] : 0;
}

/// Computes how many particles enter in a step. One element.
struct DriveEmitters {
  View<const FluidEmitter> emitters;
  View<const int> free_sums;
  View<EmitterState> states;
  View<FluidTally> tally;
  float spacing_m;
  float dt_s;

  LIMBER_HD void operator()(int) const {
    for (int e = 0; e < emitters.size; ++e) {
      const FluidEmitter& emitter = emitters[e];
      EmitterState state = states[e];
      const bool gives = state.time_s >= emitter.start_s && state.time_s < emitter.stop_s;
      const double empty_s = emitter.stop_s + emitter.length_m / emitter.speed_m_s;
      state.flows = state.time_s >= emitter.start_s && state.time_s < empty_s ? 1 : 0;
      state.due = 0;
      if (gives) {
        state.advance_m += emitter.speed_m_s * dt_s;
        const int layers = static_cast<int>(state.advance_m / spacing_m);
        state.advance_m -= static_cast<float>(layers) * spacing_m;
        state.layers += layers;
        int wanted = 0;
        for (int back = 1; back <= layers; ++back) wanted += emitter.entering(state.layers - back);
        const int free = free_before(free_sums, emitter.first_place + emitter.places) -
                         free_before(free_sums, emitter.first_place);
        state.due = wanted < free ? wanted : free;
        tally[0].refused += wanted - state.due;
      }
      state.time_s += dt_s;
      states[e] = state;
    }
  }
};

/// Emits the particles. One thread per place of an emitter.
struct EmitFluid {
  View<const FluidEmitter> emitters;
  View<const EmitterState> states;
  View<const glm::vec3> points_m;  ///< of layers, relative to their centre
  View<const int> free, free_sums;
  View<Particle> particles;
  View<FluidMotion> motions;
  View<glm::vec4> viscous_changes_m_s;
  View<glm::vec4> spins_rad_s;
  float inverse_mass_per_kg;
  float spacing_m;

  LIMBER_HD void operator()(int place) const {
    if (free[place] == 0) return;
    int e = 0;
    while (place >= emitters[e].first_place + emitters[e].places) ++e;
    const FluidEmitter& emitter = emitters[e];
    const EmitterState state = states[e];
    int rank = free_before(free_sums, place) - free_before(free_sums, emitter.first_place);
    if (rank >= state.due) return;
    int back = 0;  // layers behind the newest
    while (rank >= emitter.entering(state.layers - 1 - back))
      rank -= emitter.entering(state.layers - 1 - back++);
    const float along_m = state.advance_m + static_cast<float>(back) * spacing_m;
    const int point = emitter.entry(state.layers - 1 - back, rank);
    const int i = particles.size - free.size + place;
    particles[i] = {
        emitter.back_m + points_m[emitter.first_point + point] + emitter.direction * along_m,
        inverse_mass_per_kg};
    motions[i] = {emitter.direction * emitter.speed_m_s, 0.0f};
    viscous_changes_m_s[i] = glm::vec4(0.0f);
    spins_rad_s[i] = glm::vec4(0.0f);
  }
};

}  // namespace limber
