#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"

// Functions whose bits are the same on every backend. The C library and CUDA each have their own
// atan2 and sin, which differ in the last digits; these use +, -, *, / and sqrt only. Polynomials:
// atan from the Cephes Mathematical Library (S. L. Moshier), sin from Taylor.

namespace limber {

inline constexpr float pi = 3.14159265358979f;

/// atan2(y, x) in (-pi, pi], absolute error below 4e-7; 0 for (0, 0).
LIMBER_HD inline float portable_atan2(float y, float x) {
  const float ax = x < 0.0f ? -x : x;
  const float ay = y < 0.0f ? -y : y;
  const float large = ax > ay ? ax : ay;
  const float small = ax > ay ? ay : ax;
  if (large == 0.0f) return 0.0f;
  // atan(small / large), from the angle at 45 degrees where that is nearer: one division either
  // way.
  const bool steep = small > 0.41421356f * large;  // tan(pi / 8)
  const float t = (steep ? small - large : small) / (steep ? small + large : large);
  const float z = t * t;
  const float polynomial =
      t * z *
      (((8.05374449538e-2f * z - 1.38776856032e-1f) * z + 1.99777106478e-1f) * z -
       3.33329491539e-1f);
  float angle = (steep ? pi / 4.0f : 0.0f) + (t + polynomial);
  if (ay > ax) angle = pi / 2.0f - angle;
  if (x < 0.0f) angle = pi - angle;
  return y < 0.0f ? -angle : angle;
}

/// sin(2 pi turns), absolute error below 3e-7 for |turns| up to about 100.
LIMBER_HD inline float sin_of_turns(float turns) {
  const float whole = glm::floor(turns + 0.5f);
  float t = turns - whole;  // in [-1/2, 1/2]
  if (t > 0.25f) t = 0.5f - t;
  if (t < -0.25f) t = -0.5f - t;
  const float x = t * (2.0f * pi);  // in [-pi/2, pi/2]
  const float z = x * x;
  return x +
         x * z *
             ((((-2.5052108e-8f * z + 2.7557319e-6f) * z - 1.9841270e-4f) * z + 8.3333333e-3f) * z -
              1.6666667e-1f);
}

LIMBER_HD inline bool is_finite(float value) { return value - value == 0.0f; }

LIMBER_HD inline bool is_finite(const glm::vec3& v) {
  return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

}  // namespace limber
