#pragma once

#include <glm/glm.hpp>

namespace limber {

/// A cutting stroke across the picture: the sector between two directions from the eye.
struct CutStroke {
  glm::vec3 eye_m{0.0f};
  glm::vec3 from{0.0f}, to{0.0f};  ///< directions, of any length; less than 180 degrees apart

  /// Whether it crosses the segment between two points.
  bool crosses(const glm::vec3& a_m, const glm::vec3& b_m) const {
    const glm::vec3 normal = glm::cross(from, to);
    const float a = glm::dot(normal, a_m - eye_m), b = glm::dot(normal, b_m - eye_m);
    if ((a < 0.0f) == (b < 0.0f)) return false;
    const glm::vec3 at = a_m + (b_m - a_m) * (a / (a - b)) - eye_m;
    return glm::dot(glm::cross(from, at), normal) >= 0.0f &&
           glm::dot(glm::cross(at, to), normal) >= 0.0f;
  }
};

}  // namespace limber
