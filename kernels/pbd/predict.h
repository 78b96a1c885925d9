#pragma once

// Inertial positions of the particles: Verlet integration [Verlet67], [Fratarcangeli13, section 2],
// gravity, and wind on the faces.

#include <glm/glm.hpp>

#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/view.h"
#include "kernels/wind.h"

namespace limber {

/// next: in, the positions before the current ones; out, the predicted ones.
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
  double time_in_frame_s;
  float kept;  ///< share of the velocity left by damping in a step

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
  /// A third of the pressure drag on each face around vertex i, relative to the vertex's motion.
  LIMBER_HD glm::vec3 air_force(int i, const glm::vec3& x, const glm::vec3& velocity) const {
    const FrameInputs& frame = inputs[0];
    const glm::vec3 relative =
        air_m_s(wind, frame.breath, x, frame.at_s(time_in_frame_s)) - velocity;
    glm::vec3 force(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k) {
      const glm::uvec3 t = triangles[triangles_of_vertex.items[k]];
      const glm::vec3 a = current[t.x].position_m;
      const glm::vec3 twice_area =
          glm::cross(current[t.y].position_m - a, current[t.z].position_m - a);
      const float size = glm::sqrt(glm::dot(twice_area, twice_area));
      if (size < 1e-12f) continue;
      force += pressed_m4_s2(twice_area, size, relative);
    }
    force *= wind.pressure_kg_m3 / 12.0f;  // half the pressure, half of twice the area, a third
    // A step must not reverse the relative motion: explicit drag on light cloth would explode.
    const float speed = glm::sqrt(glm::dot(relative, relative));
    const float change = glm::sqrt(glm::dot(force, force)) * current[i].inverse_mass_per_kg * dt_s;
    return change > 0.5f * speed ? force * (0.5f * speed / change) : force;
  }
};

}  // namespace limber
