#include "scenes/place_curve.h"

#include <cmath>

namespace limber {

namespace {

/// Of the curve between b and c, at a share of the way. All of them differ.
glm::dvec3 centripetal_m(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                         const glm::dvec3& d, double share) {
  const double ta = 0.0, tb = ta + std::sqrt(glm::distance(a, b));
  const double tc = tb + std::sqrt(glm::distance(b, c)), td = tc + std::sqrt(glm::distance(c, d));
  const double t = tb + share * (tc - tb);
  const auto between = [&](const glm::dvec3& from, const glm::dvec3& to, double begin, double end) {
    return from + (to - from) * ((t - begin) / (end - begin));
  };
  const glm::dvec3 ab = between(a, b, ta, tb), bc = between(b, c, tb, tc),
                   cd = between(c, d, tc, td);
  return between(between(ab, bc, ta, tc), between(bc, cd, tb, td), tb, tc);
}

/// The curve in short straight pieces; beyond its ends it goes on as it does there.
std::vector<glm::dvec3> fine_curve_m(const std::vector<glm::dvec3>& places_m) {
  constexpr int pieces = 64;  // from place to place
  const std::size_t last = places_m.size() - 1;
  std::vector<glm::dvec3> curve_m{places_m.front()};
  for (std::size_t i = 0; i < last; ++i) {
    const glm::dvec3 b = places_m[i], c = places_m[i + 1];
    const glm::dvec3 a = i > 0 ? places_m[i - 1] : 2.0 * b - c;
    const glm::dvec3 d = i + 1 < last ? places_m[i + 2] : 2.0 * c - b;
    for (int k = 1; k <= pieces; ++k)
      curve_m.push_back(centripetal_m(a, b, c, d, static_cast<double>(k) / pieces));
  }
  return curve_m;
}

}  // namespace

std::vector<glm::dvec3> points_along(const std::vector<glm::dvec3>& places_m, double spacing_m) {
  const std::vector<glm::dvec3> curve_m = fine_curve_m(places_m);
  std::vector<glm::dvec3> points_m{curve_m.front()};
  double passed_m = 0.0;  // since the last point
  for (std::size_t i = 1; i < curve_m.size(); ++i) {
    const glm::dvec3 segment_m = curve_m[i] - curve_m[i - 1];
    const double length_m = glm::length(segment_m);
    double at_m = spacing_m - passed_m;
    // The end of a straight line counts whatever rounding does.
    for (; at_m <= length_m + 1e-6 * spacing_m; at_m += spacing_m)
      points_m.push_back(curve_m[i - 1] + segment_m * (at_m / length_m));
    passed_m = length_m - (at_m - spacing_m);
  }
  return points_m;
}

}  // namespace limber
