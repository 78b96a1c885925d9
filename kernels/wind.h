#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

/// Moving air: a steady part and gusts that travel with it.
struct Wind {
  glm::vec3 velocity_m_s{0.0f};
  float gustiness = 0.0f;       ///< share of the speed that comes and goes, 0 to 1
  float pressure_kg_m3 = 0.0f;  ///< density of air times the drag coefficient; 0: no air
  float gust_length_m = 3.1f;   ///< from one gust to the next

  LIMBER_HD glm::vec3 at(const glm::vec3& x, float time_s) const {
    const float speed = glm::sqrt(glm::dot(velocity_m_s, velocity_m_s));
    if (speed == 0.0f) return glm::vec3(0.0f);
    const glm::vec3 direction = velocity_m_s / speed;
    // Lengths of 1.7 and 3.1 that do not repeat together, one of them slanted and rising.
    const float scale = 3.1f / gust_length_m;
    const float along = (glm::dot(direction, x) - speed * time_s) * scale;
    const glm::vec3 y = x * scale;
    const float slow = sin_of_turns(along / 3.1f + 0.11f * (y.x + y.z));
    const float fast = sin_of_turns(along / 1.7f + 0.23f * y.y + 0.31f * time_s);
    const float gust = gustiness * (0.6f * slow + 0.4f * fast);
    const glm::vec3 side(-direction.z, 0.35f, direction.x);
    return velocity_m_s * (1.0f + gust) +
           side * (speed * gustiness * 0.3f * sin_of_turns(along / 2.3f - 0.17f * y.y));
  }
};

}  // namespace limber
