#pragma once

// Cloth against cloth: particles keep a distance from each other, with friction (Macklin et al.,
// "Unified Particle Physics for Real-Time Applications", 2014, sections 5 and 6.1). Corrections are
// gathered and averaged, so that their order does not matter.

#include <glm/glm.hpp>

#include "kernels/cell_grid.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// Where CountCells finds the particles.
struct ParticlePosition {
  View<const Particle> particles;
  LIMBER_HD glm::vec3 operator()(int i) const { return particles[i].position_m; }
};

/// Lays the particles out in the order of the table: those of a cell side by side in memory.
struct GatherSorted {
  View<const int> items;
  View<const Particle> particles;
  View<Particle> sorted;
  LIMBER_HD void operator()(int k) const { sorted[k] = particles[items[k]]; }
};

/// The averaged push on each particle, and the part of it that undoes an overlap from before the
/// step and must not become velocity; applied by ApplyPush, since neighbours still read both.
struct PushApart {
  static constexpr int grain = 64;
  CellTable table;
  View<const Particle> particles;
  View<const Particle> sorted;  ///< the same in the order of the table
  View<const Particle> before;  ///< positions at the start of the step, for friction
  View<const Particle> rest;    ///< positions in which no two particles push
  View<const int> body_of_particle;
  View<glm::vec4> push;
  View<glm::vec4> old_push;
  float distance_m;
  float friction;

  LIMBER_HD void operator()(int i) const {
    const Particle p = particles[i];
    glm::vec3 sum(0.0f), old_sum(0.0f);
    int count = 0;
    if (p.inverse_mass_per_kg > 0.0f) {
      const glm::vec3 start = before[i].position_m;
      table.for_near(p.position_m, [&](int k) {
        const Particle q = sorted[k];
        const glm::vec3 apart = p.position_m - q.position_m;
        const float squared = glm::dot(apart, apart);
        if (!(squared < distance_m * distance_m) || squared < 1e-16f) return;  // itself, too
        const int j = table.items[k];
        if (j == i || neighbors_at_rest(i, j)) return;
        const float length = glm::sqrt(squared);
        const glm::vec3 normal = apart / length;
        const float share = p.inverse_mass_per_kg / (p.inverse_mass_per_kg + q.inverse_mass_per_kg);
        const glm::vec3 old_apart = start - before[j].position_m;
        const float old_length = glm::sqrt(glm::dot(old_apart, old_apart));
        const float depth = distance_m - length;
        sum += (normal * depth - held_back(apart - old_apart, normal, depth)) * share;
        old_sum += normal * (glm::clamp(distance_m - old_length, 0.0f, depth) * share);
        ++count;
      });
    }
    const float each = count > 0 ? 1.0f / static_cast<float>(count) : 0.0f;
    push[i] = glm::vec4(sum * each, 0.0f);
    old_push[i] = glm::vec4(old_sum * each, 0.0f);
  }

 private:
  /// What friction takes from the way that two particles slid on each other.
  LIMBER_HD glm::vec3 held_back(const glm::vec3& relative, const glm::vec3& normal,
                                float depth) const {
    const glm::vec3 slid = relative - normal * glm::dot(relative, normal);
    const float distance = glm::sqrt(glm::dot(slid, slid));
    const float held = friction * depth;
    return distance > held ? slid * (held / distance) : slid;
  }

  LIMBER_HD bool neighbors_at_rest(int i, int j) const {
    if (body_of_particle[i] != body_of_particle[j]) return false;
    const glm::vec3 d = rest[i].position_m - rest[j].position_m;
    return glm::dot(d, d) < distance_m * distance_m;
  }
};

struct ApplyPush {
  View<const glm::vec4> push;
  View<const glm::vec4> old_push;
  View<Particle> particles;
  View<Particle> before;
  LIMBER_HD void operator()(int i) const {
    const glm::vec4 p = push[i];
    const glm::vec4 q = old_push[i];
    particles[i].position_m += glm::vec3(p.x, p.y, p.z);
    before[i].position_m += glm::vec3(q.x, q.y, q.z);
  }
};

}  // namespace limber
