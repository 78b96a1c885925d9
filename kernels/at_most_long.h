#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// A vector, shortened to a limit where it is longer.
LIMBER_HD inline glm::vec3 at_most_long(const glm::vec3& v, float limit) {
  const float length = glm::sqrt(glm::dot(v, v));
  return length > limit ? v * (limit / length) : v;
}

}  // namespace limber
