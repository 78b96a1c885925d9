#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

/// Moving air: a steady part and gusts that travel with it.
struct Wind {
  glm::vec3 velocity_m_s{0.0f};
  float gustiness = 0.0f;       ///< share of the speed that varies, 0 to 1
  float pressure_kg_m3 = 0.0f;  ///< density of air times the drag coefficient; 0: no air
  float gust_length_m = 3.1f;   ///< from one gust to the next

  LIMBER_HD glm::vec3 at(const glm::vec3& x, float time_s) const {
    const float speed = glm::sqrt(glm::dot(velocity_m_s, velocity_m_s));
    if (speed == 0.0f) return glm::vec3(0.0f);
    const glm::vec3 direction = velocity_m_s / speed;
    // Wavelengths of 1.7 and 3.1, which do not repeat together; one is slanted and rises.
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

/// A cone of moving air that is blown from a point: fastest along its axis, still at its rim.
struct Breath {
  glm::vec3 from_m{0.0f};
  glm::vec3 velocity_m_s{0.0f};  ///< along the axis; none: no air is blown
  float spread = 0.25f;          ///< radius of the cone per metre of its length

  LIMBER_HD bool blows() const { return velocity_m_s != glm::vec3(0.0f); }
  LIMBER_HD glm::vec3 at(const glm::vec3& x) const {
    const glm::vec3 axis = velocity_m_s / glm::sqrt(glm::dot(velocity_m_s, velocity_m_s));
    const glm::vec3 offset = x - from_m;
    const float along_m = glm::dot(offset, axis), radius_m = spread * along_m;
    const glm::vec3 off = offset - axis * along_m;
    if (along_m <= 0.0f || glm::dot(off, off) >= radius_m * radius_m) return glm::vec3(0.0f);
    const float share = 1.0f - glm::dot(off, off) / (radius_m * radius_m);
    return velocity_m_s * (share * share);
  }
  bool operator==(const Breath&) const = default;
};

/// The velocity of the air at x: the wind, and what is blown into it.
LIMBER_HD inline glm::vec3 air_m_s(const Wind& wind, const Breath& breath, const glm::vec3& x,
                                   float time_s) {
  const glm::vec3 air = wind.at(x, time_s);
  return breath.blows() ? air + breath.at(x) : air;
}

/// The pressure of air with this relative velocity on a face: along its normal, by the square of
/// the normal velocity. area_m2: area times normal, of either orientation, at least 1e-12.
LIMBER_HD inline glm::vec3 pressed_m4_s2(const glm::vec3& area_m2, float size_m2,
                                         const glm::vec3& relative_m_s) {
  const float through = glm::dot(relative_m_s, area_m2) / size_m2;
  return area_m2 * ((through < 0.0f ? -through : through) * through);
}

/// The lift of the face: across the air's velocity, towards the normal, by the sine and cosine of
/// the angle to the face, as for thin plates [Hoerner85].
LIMBER_HD inline glm::vec3 lifted_m4_s2(const glm::vec3& area_m2, float size_m2,
                                        const glm::vec3& relative_m_s) {
  const float speed = glm::sqrt(glm::dot(relative_m_s, relative_m_s));
  if (speed < 1e-6f) return glm::vec3(0.0f);
  const float through = glm::dot(relative_m_s, area_m2) / size_m2;
  return area_m2 * (through * speed) - relative_m_s * (size_m2 * through * through / speed);
}

}  // namespace limber
