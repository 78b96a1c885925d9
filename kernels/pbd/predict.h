#pragma once

// Where the particles would go without constraints: Verlet integration (Verlet 1967; Fratarcangeli,
// Pellacini 2013, section 2), gravity, and wind on the faces.

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/portable_math.h"
#include "kernels/view.h"

namespace limber {

/// Moving air: a steady part and gusts that travel with it.
struct Wind {
  glm::vec3 velocity_m_s{0.0f};
  float gustiness = 0.0f;       ///< share of the speed that comes and goes, 0 to 1
  float pressure_kg_m3 = 0.0f;  ///< density of air times the drag coefficient; 0: no air

  LIMBER_HD glm::vec3 at(const glm::vec3& x, float time_s) const {
    const float speed = glm::sqrt(glm::dot(velocity_m_s, velocity_m_s));
    if (speed == 0.0f) return glm::vec3(0.0f);
    const glm::vec3 direction = velocity_m_s / speed;
    // Lengths of 1.7 and 3.1 m that do not repeat together, one of them slanted and rising.
    const float along = glm::dot(direction, x) - speed * time_s;
    const float slow = sin_of_turns(along / 3.1f + 0.11f * (x.x + x.z));
    const float fast = sin_of_turns(along / 1.7f + 0.23f * x.y + 0.31f * time_s);
    const float gust = gustiness * (0.6f * slow + 0.4f * fast);
    const glm::vec3 side(-direction.z, 0.35f, direction.x);
    return velocity_m_s * (1.0f + gust) +
           side * (speed * gustiness * 0.3f * sin_of_turns(along / 2.3f - 0.17f * x.y));
  }
};

/// next holds the positions before the current ones and takes the predicted ones.
struct Predict {
  static constexpr int grain = 128;
  View<const Particle> current;
  View<Particle> next;
  Incidence triangles_of_vertex;
  View<const glm::uvec3> triangles;
  View<const FrameInputs> inputs;
  Wind wind;
  glm::vec3 gravity_m_s2;
  float dt_s;
  float time_in_frame_s;
  float kept;  ///< share of the velocity that damping leaves, a step

  LIMBER_HD void operator()(int i) const {
    const Particle now = current[i];
    Particle predicted = now;
    if (now.inverse_mass_per_kg > 0.0f) {
      const glm::vec3 moved = now.position_m - next[i].position_m;
      glm::vec3 acceleration = gravity_m_s2;
      if (wind.pressure_kg_m3 > 0.0f)
        acceleration += air_force(i, now.position_m, moved / dt_s) * now.inverse_mass_per_kg;
      predicted.position_m += moved * kept + acceleration * (dt_s * dt_s);
    }
    next[i] = predicted;
  }

 private:
  /// A third of the pressure drag on each face around vertex i, seen from the vertex's own motion.
  LIMBER_HD glm::vec3 air_force(int i, const glm::vec3& x, const glm::vec3& velocity) const {
    const glm::vec3 relative = wind.at(x, inputs[0].time_s + time_in_frame_s) - velocity;
    glm::vec3 force(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k) {
      const glm::uvec3 t = triangles[triangles_of_vertex.items[k]];
      const glm::vec3 a = current[t.x].position_m;
      const glm::vec3 twice_area =
          glm::cross(current[t.y].position_m - a, current[t.z].position_m - a);
      const float size = glm::sqrt(glm::dot(twice_area, twice_area));
      if (size < 1e-12f) continue;
      const float through = glm::dot(relative, twice_area) / size;
      force += twice_area * ((through < 0.0f ? -through : through) * through);
    }
    force *= wind.pressure_kg_m3 / 12.0f;  // half the pressure, half of twice the area, a third
    // One step may not turn the relative motion round: explicit drag on light cloth would explode.
    const float speed = glm::sqrt(glm::dot(relative, relative));
    const float change = glm::sqrt(glm::dot(force, force)) * current[i].inverse_mass_per_kg * dt_s;
    return change > 0.5f * speed ? force * (0.5f * speed / change) : force;
  }
};

}  // namespace limber
