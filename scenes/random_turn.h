#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <random>

#include "kernels/portable_math.h"

namespace limber {

/// From 0 to below 1, from bits that are the same on every machine.
inline float random_share(std::mt19937& random) {
  return static_cast<float>(random() >> 8) * 0x1p-24f;
}

/// A random rotation, uniformly distributed, as a quaternion (x, y, z, w).
/// Source: [Shoemake92].
inline glm::vec4 random_quaternion(std::mt19937& random) {
  const float u = random_share(random);
  const float v = 2.0f * pi * random_share(random), w = 2.0f * pi * random_share(random);
  const float a = std::sqrt(1.0f - u), b = std::sqrt(u);
  return {a * std::sin(v), a * std::cos(v), b * std::sin(w), b * std::cos(w)};
}

}  // namespace limber
