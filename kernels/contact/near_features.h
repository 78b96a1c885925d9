#pragma once

// The nearest points of a vertex and a triangle, and of two edges: [Ericson05, sections 5.1.5 and
// 5.1.9]. Differences of products of dot products cancel in narrow triangles and between nearly
// parallel edges, where the direction between the points would be off by up to a right angle; there
// cross products replace them.

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// The nearest points of two convex features with four corners in all, as weights of these:
/// positive on the first feature, negative on the second, with sum 0.
struct NearPoints {
  glm::vec4 weights;
  /// Vertex and triangle: 0 within the triangle; 1, 2, 3: at a corner; 4, 5, 6: on the side from a
  /// corner to the next. Edges: 0 within both, 1 at an end.
  int feature;
};

/// The parameter of the nearest point along a side, from 0 to 1.
LIMBER_HD inline float share_of_side(float over, float under) {
  return under > 0.0f ? glm::clamp(over / under, 0.0f, 1.0f) : 0.0f;
}

/// Of vertex x[0] and the triangle x[1], x[2], x[3], however narrow it is.
LIMBER_HD inline NearPoints nearest_of_vertex_and_narrow_triangle(const glm::vec3 (&x)[4]) {
  const glm::vec3 sides[3] = {x[2] - x[1], x[3] - x[2], x[1] - x[3]};
  const glm::vec3 from[3] = {x[0] - x[1], x[0] - x[2], x[0] - x[3]};
  const float squared[3] = {glm::dot(sides[0], sides[0]), glm::dot(sides[1], sides[1]),
                            glm::dot(sides[2], sides[2])};
  const float along[3] = {glm::dot(sides[0], from[0]), glm::dot(sides[1], from[1]),
                          glm::dot(sides[2], from[2])};
  const glm::vec3 normal = glm::cross(sides[0], sides[1]);
  const float area = glm::dot(normal, normal);
  if (area > 0.0f) {
    // Barycentric coordinates: of the corner across from side k (across), and of the side's second
    // corner (forth). Both are accurate for the longest side.
    const auto within = [&](int k, float& across, float& forth) {
      const glm::vec3& back = sides[(k + 2) % 3];
      across = glm::dot(normal, glm::cross(sides[k], from[k])) / area;
      forth = (along[k] + across * glm::dot(sides[k], back)) / squared[k];
      return across > 0.0f && forth > 0.0f && across + forth < 1.0f;
    };
    float across, forth;
    if (squared[0] >= squared[1] && squared[0] >= squared[2]) {
      if (within(0, across, forth)) return {{1.0f, across + forth - 1.0f, -forth, -across}, 0};
    } else if (squared[1] >= squared[2]) {
      if (within(1, across, forth)) return {{1.0f, -across, across + forth - 1.0f, -forth}, 0};
    } else {
      if (within(2, across, forth)) return {{1.0f, -forth, -across, across + forth - 1.0f}, 0};
    }
  }
  NearPoints nearest{{1.0f, -1.0f, 0.0f, 0.0f}, 1};
  float least = -1.0f;
  for (int k = 0; k < 3; ++k) {
    const float share = share_of_side(along[k], squared[k]);
    const glm::vec3 between = from[k] - sides[k] * share;
    const float distance = glm::dot(between, between);
    if (least >= 0.0f && !(distance < least)) continue;
    least = distance;
    const int next = (k + 1) % 3;
    nearest.feature = share <= 0.0f ? 1 + k : share >= 1.0f ? 1 + next : 4 + k;
    nearest.weights = {1.0f, 0.0f, 0.0f, 0.0f};
    nearest.weights[1 + k] = share - 1.0f;
    nearest.weights[1 + next] = -share;
  }
  return nearest;
}

/// Of vertex x[0] and the triangle x[1], x[2], x[3]. A line or a point is given as a triangle whose
/// last corners are the same.
LIMBER_HD inline NearPoints nearest_of_vertex_and_triangle(const glm::vec3 (&x)[4]) {
  const glm::vec3 ab = x[2] - x[1], ac = x[3] - x[1];
  const glm::vec3 from_a = x[0] - x[1], from_b = x[0] - x[2], from_c = x[0] - x[3];
  const float ab_a = glm::dot(ab, from_a), ac_a = glm::dot(ac, from_a);
  if (ab_a <= 0.0f && ac_a <= 0.0f) return {{1.0f, -1.0f, 0.0f, 0.0f}, 1};
  const float ab_b = glm::dot(ab, from_b), ac_b = glm::dot(ac, from_b);
  if (ab_b >= 0.0f && ac_b <= ab_b) return {{1.0f, 0.0f, -1.0f, 0.0f}, 2};
  const float ab_c = glm::dot(ab, from_c), ac_c = glm::dot(ac, from_c);
  if (ac_c >= 0.0f && ab_c <= ac_c) return {{1.0f, 0.0f, 0.0f, -1.0f}, 3};
  if (ab == ac) {  // a line
    const float b = ab_a / (ab_a - ab_b);
    return {{1.0f, b - 1.0f, -b, 0.0f}, 4};
  }
  // Barycentric coordinates, times the square of twice the area.
  const float at_a = ab_b * ac_c - ab_c * ac_b;
  const float at_b = ab_c * ac_a - ab_a * ac_c;
  const float at_c = ab_a * ac_b - ab_b * ac_a;
  const float from_b_on = ac_b - ab_b, from_c_on = ab_c - ac_c;
  const float all = at_a + at_b + at_c;
  // Narrow: the height is less than sqrt(0.05) = 0.22 of the longest side.
  const float longest =
      glm::max(ab_a - ab_b, glm::max(ac_a - ac_c, from_b_on + from_c_on));  // squared
  if (!(all > 0.05f * longest * longest)) return nearest_of_vertex_and_narrow_triangle(x);
  if (at_c <= 0.0f && ab_a >= 0.0f && ab_b <= 0.0f) {
    const float b = ab_a / (ab_a - ab_b);
    return {{1.0f, b - 1.0f, -b, 0.0f}, 4};
  }
  if (at_b <= 0.0f && ac_a >= 0.0f && ac_c <= 0.0f) {
    const float c = ac_a / (ac_a - ac_c);
    return {{1.0f, c - 1.0f, 0.0f, -c}, 6};
  }
  if (at_a <= 0.0f && from_b_on >= 0.0f && from_c_on >= 0.0f) {
    const float c = from_b_on / (from_b_on + from_c_on);
    return {{1.0f, 0.0f, c - 1.0f, -c}, 5};
  }
  const float b = at_b / all, c = at_c / all;
  return {{1.0f, b + c - 1.0f, -b, -c}, 0};
}

/// Of the edges x[0] to x[1] and x[2] to x[3], which may be parallel. The determinant of the usual
/// equations is the square of the edges' cross product.
LIMBER_HD inline NearPoints nearest_of_edges(const glm::vec3 (&x)[4]) {
  const auto weights = [](float s, float u) { return glm::vec4(1.0f - s, s, u - 1.0f, -u); };
  const glm::vec3 first = x[1] - x[0], second = x[3] - x[2], apart = x[0] - x[2];
  const float a = glm::dot(first, first), e = glm::dot(second, second);
  const float b = glm::dot(first, second);
  const float c = glm::dot(first, apart), f = glm::dot(second, apart);
  const glm::vec3 across = glm::cross(first, second);
  const float determinant = glm::dot(across, across);
  NearPoints nearest{weights(0.0f, 0.0f), 1};
  float least = -1.0f;
  const auto try_at = [&](float s, float u) {
    const glm::vec3 between = apart + first * s - second * u;
    const float squared = glm::dot(between, between);
    if (least >= 0.0f && !(squared < least)) return;
    least = squared;
    nearest.weights = weights(s, u);
  };
  if (determinant > 0.0f) {
    // The second share follows from the first: the points then face each other, even if both are
    // off along the edges.
    const float s = glm::dot(across, glm::cross(second, apart)) / determinant;
    const float u = (f + b * s) / e;
    if (s > 0.0f && s < 1.0f && u > 0.0f && u < 1.0f) {
      if (determinant > 1e-6f * a * e) return {weights(s, u), 0};
      try_at(s, u);  // of nearly parallel edges an end may be nearer than this, with its rounding
    }
  }
  try_at(0.0f, share_of_side(f, e));
  try_at(1.0f, share_of_side(f + b, e));
  try_at(share_of_side(-c, a), 0.0f);
  try_at(share_of_side(b - c, a), 1.0f);
  return nearest;
}

}  // namespace limber
