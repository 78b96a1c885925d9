#pragma once

// The last kernels of a frame: positions and normals into the vertex buffer that OpenGL draws next
// (Fratarcangeli, Pellacini 2014, section 5).

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Keeps the state before a step, to show what lies between.
struct Remember {
  View<const Particle> particles;
  View<Particle> remembered;
  LIMBER_HD void operator()(int i) const { remembered[i] = particles[i]; }
};

enum class ParticleField : std::int32_t { none, strain, speed };

struct PublishParticles {
  static constexpr int grain = 128;
  View<const Particle> current;
  View<const Particle> remembered;  ///< empty: show `current`
  float blend;                      ///< 0 shows `remembered`, 1 shows `current`
  Incidence triangles_of_vertex;
  View<const glm::uvec3> triangles;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are
  View<PublishedVertex> out;

  ParticleField field;
  View<const Particle> before_step;  ///< speed: the positions one time step earlier
  float dt_s;
  Incidence slots_of_particle;  ///< strain: through the stretch constraints at a particle
  ConstraintData<DistanceConstraint> stretch;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    const glm::vec3 x = shown(i);
    glm::vec3 normal(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k) {
      const glm::uvec3 t = triangles[triangles_of_vertex.items[k]];
      const glm::vec3 a = shown(t.x);
      normal += glm::cross(shown(t.y) - a, shown(t.z) - a);  // weighted by area
    }
    const float length = glm::sqrt(glm::dot(normal, normal));
    PublishedVertex vertex;
    vertex.position_m = x;
    vertex.scalar = value(i);
    vertex.normal = length > 1e-20f ? normal / length : glm::vec3(0.0f, 1.0f, 0.0f);
    vertex.unused = 0.0f;
    out[i] = vertex;
  }

 private:
  LIMBER_HD glm::vec3 shown(int i) const {
    const glm::vec3 x = current[i].position_m;
    if (remembered.empty()) return x;
    const glm::vec3 old = remembered[i].position_m;
    return old + (x - old) * blend;
  }

  LIMBER_HD float value(int i) const {
    if (field == ParticleField::speed) {
      const glm::vec3 moved = current[i].position_m - before_step[i].position_m;
      return glm::sqrt(glm::dot(moved, moved)) / dt_s;
    }
    return field == ParticleField::strain ? strain(i) : 0.0f;
  }

  /// Mean of (length / rest length - 1) over the edges at a particle.
  LIMBER_HD float strain(int i) const {
    float sum = 0.0f;
    int count = 0;
    for (int k = slots_of_particle.first[i]; k < slots_of_particle.first[i + 1]; ++k) {
      const int edge = slots_of_particle.items[k] / DistanceConstraint::corners;
      if (edge >= stretch.rest.size) continue;
      const auto c = stretch.load(edge);
      const glm::vec3 d = current[c.corners.at[0]].position_m - current[c.corners.at[1]].position_m;
      sum += glm::sqrt(glm::dot(d, d)) / c.rest - 1.0f;
      ++count;
    }
    return count > 0 ? sum / static_cast<float>(count) : 0.0f;
  }
};

}  // namespace limber
