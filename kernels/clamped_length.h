#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// v, shortened to max_length if it is longer.
LIMBER_HD inline glm::vec3 clamped_length(const glm::vec3& v, float max_length) {
  const float length = glm::sqrt(glm::dot(v, v));
  return length > max_length ? v * (max_length / length) : v;
}

}  // namespace limber
