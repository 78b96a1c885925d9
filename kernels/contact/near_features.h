#pragma once

// The nearest points of a vertex and a triangle, and of two edges: [Ericson05, sections 5.1.5 and
// 5.1.9].

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// The nearest points of two convex things with four corners in all, as weights of these: positive
/// on the first thing, negative on the second, so that their sum is 0.
struct NearPoints {
  glm::vec4 weights;
  /// Vertex and triangle: 0 within the triangle; 1, 2, 3: at a corner; 4, 5, 6: on the side from a
  /// corner to the next. Edges: 0 within both, 1 at an end.
  int feature;
};

/// Of vertex x[0] and the triangle x[1], x[2], x[3]; of one without an area the last corners are
/// the same: it is a line or a point.
LIMBER_HD inline NearPoints nearest_of_vertex_and_triangle(const glm::vec3 (&x)[4]) {
  const glm::vec3 ab = x[2] - x[1], ac = x[3] - x[1];
  const glm::vec3 from_a = x[0] - x[1], from_b = x[0] - x[2], from_c = x[0] - x[3];
  const float ab_a = glm::dot(ab, from_a), ac_a = glm::dot(ac, from_a);
  if (ab_a <= 0.0f && ac_a <= 0.0f) return {{1.0f, -1.0f, 0.0f, 0.0f}, 1};
  const float ab_b = glm::dot(ab, from_b), ac_b = glm::dot(ac, from_b);
  if (ab_b >= 0.0f && ac_b <= ab_b) return {{1.0f, 0.0f, -1.0f, 0.0f}, 2};
  const float ab_c = glm::dot(ab, from_c), ac_c = glm::dot(ac, from_c);
  if (ac_c >= 0.0f && ab_c <= ac_c) return {{1.0f, 0.0f, 0.0f, -1.0f}, 3};
  const float at_c = ab_a * ac_b - ab_b * ac_a;  // barycentric, times twice the area squared
  // Of a line it is 0, but for how the difference is rounded.
  if ((at_c <= 0.0f || ab == ac) && ab_a >= 0.0f && ab_b <= 0.0f) {
    const float b = ab_a / (ab_a - ab_b);
    return {{1.0f, b - 1.0f, -b, 0.0f}, 4};
  }
  const float at_b = ab_c * ac_a - ab_a * ac_c;
  if (at_b <= 0.0f && ac_a >= 0.0f && ac_c <= 0.0f) {
    const float c = ac_a / (ac_a - ac_c);
    return {{1.0f, c - 1.0f, 0.0f, -c}, 6};
  }
  const float at_a = ab_b * ac_c - ab_c * ac_b;
  const float from_b_on = ac_b - ab_b, from_c_on = ab_c - ac_c;
  if (at_a <= 0.0f && from_b_on >= 0.0f && from_c_on >= 0.0f) {
    const float c = from_b_on / (from_b_on + from_c_on);
    return {{1.0f, 0.0f, c - 1.0f, -c}, 5};
  }
  const float all = at_a + at_b + at_c;
  const float b = at_b / all, c = at_c / all;
  return {{1.0f, b + c - 1.0f, -b, -c}, 0};
}

/// Of the edges x[0] to x[1] and x[2] to x[3], parallel ones, too.
LIMBER_HD inline NearPoints nearest_of_edges(const glm::vec3 (&x)[4]) {
  const auto weights = [](float s, float u) { return glm::vec4(1.0f - s, s, u - 1.0f, -u); };
  const glm::vec3 first = x[1] - x[0], second = x[3] - x[2], apart = x[0] - x[2];
  const float a = glm::dot(first, first), e = glm::dot(second, second);
  const float b = glm::dot(first, second);
  const float c = glm::dot(first, apart), f = glm::dot(second, apart);
  const float determinant = a * e - b * b;
  if (determinant > 1e-6f * a * e) {
    const float s = (b * f - c * e) / determinant, u = (a * f - b * c) / determinant;
    if (s > 0.0f && s < 1.0f && u > 0.0f && u < 1.0f) return {weights(s, u), 0};
  }
  // An end of one of them is a nearest point.
  NearPoints nearest{weights(0.0f, 0.0f), 1};
  float least = -1.0f;
  const auto try_at = [&](float s, float u) {
    const glm::vec3 between = apart + first * s - second * u;
    const float squared = glm::dot(between, between);
    if (least >= 0.0f && !(squared < least)) return;
    least = squared;
    nearest.weights = weights(s, u);
  };
  const auto share = [](float over, float under) {
    return under > 0.0f ? glm::clamp(over / under, 0.0f, 1.0f) : 0.0f;
  };
  try_at(0.0f, share(f, e));
  try_at(1.0f, share(f + b, e));
  try_at(share(-c, a), 0.0f);
  try_at(share(b - c, a), 1.0f);
  return nearest;
}

}  // namespace limber
