#pragma once

#include <glm/glm.hpp>
#include <limits>

namespace limber {

/// An axis-aligned box; empty by default.
struct Box {
  glm::vec3 low_m{std::numeric_limits<float>::infinity()};
  glm::vec3 high_m{-std::numeric_limits<float>::infinity()};

  void add(const glm::vec3& x) {
    low_m = glm::min(low_m, x);
    high_m = glm::max(high_m, x);
  }
  void add(const Box& other) {
    low_m = glm::min(low_m, other.low_m);
    high_m = glm::max(high_m, other.high_m);
  }
  /// Whether the boxes overlap or touch.
  bool meets(const Box& other) const {
    return low_m.x <= other.high_m.x && other.low_m.x <= high_m.x && low_m.y <= other.high_m.y &&
           other.low_m.y <= high_m.y && low_m.z <= other.high_m.z && other.low_m.z <= high_m.z;
  }
  bool holds(const Box& other) const {
    return low_m == glm::min(low_m, other.low_m) && high_m == glm::max(high_m, other.high_m);
  }
  /// The square of the distance in metres, 0 inside.
  double distance2_m2(const glm::dvec3& x) const {
    const glm::dvec3 out =
        glm::max(glm::max(glm::dvec3(low_m) - x, x - glm::dvec3(high_m)), glm::dvec3(0.0));
    return glm::dot(out, out);
  }
};

}  // namespace limber
