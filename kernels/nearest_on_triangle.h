#pragma once

// The nearest point of a triangle: [Ericson05, section 5.1.5]. In double precision, because the
// nearer side of a thin solid depends on the last digits.

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// The point of a triangle that is nearest to another point.
struct NearestPoint {
  glm::dvec3 point;
  int part;  ///< 0: within the triangle; 1, 2, 3: at a corner; 4, 5, 6: on the edge from a corner
};

/// Of the triangle a, b, c, which must not be degenerate.
LIMBER_HD inline NearestPoint nearest_on_triangle(const glm::dvec3& a, const glm::dvec3& b,
                                                  const glm::dvec3& c, const glm::dvec3& x) {
  const glm::dvec3 ab = b - a, ac = c - a;
  const double ab_a = glm::dot(ab, x - a), ac_a = glm::dot(ac, x - a);
  if (ab_a <= 0.0 && ac_a <= 0.0) return {a, 1};
  const double ab_b = glm::dot(ab, x - b), ac_b = glm::dot(ac, x - b);
  if (ab_b >= 0.0 && ac_b <= ab_b) return {b, 2};
  const double ab_c = glm::dot(ab, x - c), ac_c = glm::dot(ac, x - c);
  if (ac_c >= 0.0 && ab_c <= ac_c) return {c, 3};
  const double at_c = ab_a * ac_b - ab_b * ac_a;  // barycentric, times the square of twice the area
  if (at_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0) return {a + ab * (ab_a / (ab_a - ab_b)), 4};
  const double at_b = ab_c * ac_a - ab_a * ac_c;
  if (at_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0) return {a + ac * (ac_a / (ac_a - ac_c)), 6};
  const double at_a = ab_b * ac_c - ab_c * ac_b;
  const double from_b = ac_b - ab_b, from_c = ab_c - ac_c;
  if (at_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0)
    return {b + (c - b) * (from_b / (from_b + from_c)), 5};
  return {a + (ab * at_b + ac * at_c) / (at_a + at_b + at_c), 0};
}

}  // namespace limber
