#pragma once

// The last kernels of a frame: write positions and normals to the vertex buffer that OpenGL draws
// next [Fratarcangeli14, section 5]. The drawn surface is embedded in the particles; if it is the
// simulated surface, each vertex is attached to one particle.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/attachment.h"
#include "kernels/hd.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Copies particles: the state before a step, for interpolation, or for a trial step.
struct CopyParticles {
  View<const Particle> particles;
  View<Particle> previous;
  LIMBER_HD void operator()(int i) const { previous[i] = particles[i]; }
};

enum class ParticleField : std::int32_t { strain, speed };

/// The displayed field, one number per particle.
struct MeasureParticles {
  ParticleField field;
  View<const Particle> current;
  View<const Particle> before_step;  ///< the positions one time step earlier
  float dt_s;
  Incidence slots_of_particle;
  ConstraintData<DistanceConstraint> stretch;
  View<float> values;

  LIMBER_HD void operator()(int i) const {
    values[i] = field == ParticleField::speed ? speed_m_s(i) : strain(i);
  }

 private:
  LIMBER_HD float speed_m_s(int i) const {
    const glm::vec3 moved = current[i].position_m - before_step[i].position_m;
    return glm::sqrt(glm::dot(moved, moved)) / dt_s;
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

/// Places each vertex at the weighted mean of its particles.
struct PlaceVertices {
  static constexpr int grain = 256;
  View<const Attachment> attachments;
  View<const Particle> current;
  View<const Particle> previous;  ///< empty: show `current`
  float blend;                    ///< 0 shows `previous`, 1 shows `current`
  View<const float> values;       ///< of the particles; empty: all 0
  View<glm::vec4> placed;         ///< position in metres, value

  LIMBER_HD auto load(int i) const { return attachments[i]; }
  LIMBER_HD void apply(int i, const Attachment& on) const {
    glm::vec3 x(0.0f);
    float value = 0.0f;
    for (int k = 0; k < 4; ++k) {
      const float weight = on.weights[k];
      if (weight == 0.0f) continue;
      x += shown(on.corners[k]) * weight;
      if (!values.empty()) value += values[on.corners[k]] * weight;
    }
    placed[i] = glm::vec4(x, value);
  }

 private:
  LIMBER_HD glm::vec3 shown(int particle) const {
    const glm::vec3 x = current[particle].position_m;
    if (previous.empty()) return x;
    const glm::vec3 old = previous[particle].position_m;
    return old + (x - old) * blend;
  }
};

/// Computes normals of the placed vertices: area-weighted means over the faces around.
struct PublishVertices {
  static constexpr int grain = 128;
  View<const glm::vec4> placed;
  Incidence triangles_of_vertex;
  View<const glm::uvec3> triangles;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    glm::vec3 normal(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k) {
      const glm::uvec3 t = triangles[triangles_of_vertex.items[k]];
      const glm::vec3 a = at(t.x);
      normal += glm::cross(at(t.y) - a, at(t.z) - a);
    }
    const float length = glm::sqrt(glm::dot(normal, normal));
    PublishedVertex vertex;
    vertex.position_m = at(i);
    vertex.scalar = placed[i].w;
    vertex.normal = length > 1e-20f ? normal / length : glm::vec3(0.0f, 1.0f, 0.0f);
    vertex.quaternion_w = 0.0f;
    out[i] = vertex;
  }

 private:
  LIMBER_HD glm::vec3 at(unsigned vertex) const {
    const glm::vec4 v = placed[static_cast<int>(vertex)];
    return {v.x, v.y, v.z};
  }
};

}  // namespace limber
