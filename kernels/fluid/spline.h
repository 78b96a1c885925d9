#pragma once

// The cubic spline of [Monaghan92] with support h, and its integral behind a plane: a wall counts
// as filled with fluid, so that particles near it have no density deficit ([Koschier17], whose map
// depends only on the distance if the wall is flat).

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

struct SplineKernel {
  float support_m;  ///< h

  /// W, per m3.
  LIMBER_HD float value_per_m3(float distance_m) const {
    const float q = distance_m * (1.0f / support_m);
    if (!(q < 1.0f)) return 0.0f;
    const float t = 1.0f - q;
    const float shape = q < 0.5f ? 6.0f * q * q * (q - 1.0f) + 1.0f : 2.0f * t * t * t;
    return norm_per_m3() * shape;
  }

  /// (dW/dr) / r, per m5: times the vector from the other particle it is the gradient.
  LIMBER_HD float slope_per_m5(float distance_m) const {
    const float q = distance_m * (1.0f / support_m);
    if (!(q < 1.0f)) return 0.0f;
    const float t = 1.0f - q;
    // At distance 0 this is the limit; the gradient is 0 there, as the vector is.
    const float shape = q < 0.5f ? 6.0f * (3.0f * q - 2.0f) : -6.0f * t * t / q;
    return norm_per_m3() * shape / (support_m * support_m);
  }

  /// The largest |dW/dr|, per m4, which it has at a third of the support.
  LIMBER_HD float steepest_per_m4() const { return norm_per_m3() * 2.0f / support_m; }

  /// Integral of W behind a plane at that distance from the kernel's centre, 0 to 1. A negative
  /// distance means that the centre is behind the plane.
  LIMBER_HD float behind_plane(float distance_m) const {
    const float q = distance_m < 0.0f ? -distance_m / support_m : distance_m / support_m;
    if (!(q < 1.0f)) return distance_m < 0.0f ? 1.0f : 0.0f;
    const float t = 1.0f - q;
    const float t5 = t * t * t * t * t;
    const float q3 = q * q * q;
    const float share =
        q < 0.5f ? 0.5f - q * 1.4f + 16.0f * q3 * (1.0f / 6.0f - 0.3f * q * q + 0.2f * q3)
                 : 16.0f * t5 * (0.1f - t / 15.0f);
    return distance_m < 0.0f ? 1.0f - share : share;
  }

  /// Decrease of behind_plane() with the distance, per m.
  LIMBER_HD float in_plane_per_m(float distance_m) const {
    const float q = distance_m < 0.0f ? -distance_m / support_m : distance_m / support_m;
    if (!(q < 1.0f)) return 0.0f;
    const float t = 1.0f - q;
    const float t4 = t * t * t * t;
    const float q2 = q * q;
    const float shape = q < 0.5f ? 1.4f - 8.0f * q2 + 24.0f * q2 * q2 - 19.2f * q2 * q2 * q
                                 : t4 * (8.0f - 6.4f * t);
    return shape / support_m;
  }

 private:
  LIMBER_HD float norm_per_m3() const { return 8.0f / (pi * support_m * support_m * support_m); }
};

}  // namespace limber
