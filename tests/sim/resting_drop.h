#pragma once

#include <cmath>

namespace limber {

/// The contact angle of a drop on a floor, from the height of its centre of mass, assuming a
/// spherical cap.
inline double angle_on_floor_deg(double middle_height_m, double volume_m3) {
  double low = 0.02, high = M_PI - 0.02;
  while (high - low > 1e-4) {
    const double angle = 0.5 * (low + high), c = std::cos(angle);
    const double volume = M_PI / 3.0 * (1.0 - c) * (1.0 - c) * (2.0 + c);
    const double height = 0.75 * (1.0 + c) * (1.0 + c) / (2.0 + c) - c;
    (height / std::cbrt(volume) < middle_height_m / std::cbrt(volume_m3) ? low : high) = angle;
  }
  return 0.5 * (low + high) * 180.0 / M_PI;
}

}  // namespace limber
