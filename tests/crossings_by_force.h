#pragma once

// Counts intersections of surfaces by brute force, every edge against every triangle, in double
// precision.

#include <algorithm>
#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// [MoellerTrumbore97], for a segment.
inline bool pierces(const glm::dvec3& p, const glm::dvec3& q, const std::array<glm::dvec3, 3>& t) {
  const glm::dvec3 way = q - p, ab = t[1] - t[0], ac = t[2] - t[0], from = p - t[0];
  const glm::dvec3 h = cross(way, ac), k = cross(from, ab);
  const double det = dot(ab, h);
  if (det == 0.0) return false;
  const double u = dot(from, h) / det, v = dot(way, k) / det, s = dot(ac, k) / det;
  return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && s >= 0.0 && s <= 1.0;
}

inline bool cross_by_force(const std::array<glm::dvec3, 3>& a, const std::array<glm::dvec3, 3>& b) {
  const auto apart = [&](int axis) {
    return std::max({a[0][axis], a[1][axis], a[2][axis]}) <
               std::min({b[0][axis], b[1][axis], b[2][axis]}) ||
           std::max({b[0][axis], b[1][axis], b[2][axis]}) <
               std::min({a[0][axis], a[1][axis], a[2][axis]});
  };
  if (apart(0) || apart(1) || apart(2)) return false;
  for (int k = 0; k < 3; ++k)
    if (pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a)) return true;
  return false;
}

inline std::array<glm::dvec3, 3> corners_of(const std::vector<glm::dvec3>& places_m,
                                            const glm::uvec3& t) {
  return {places_m[t.x], places_m[t.y], places_m[t.z]};
}

/// Pairs of triangles that intersect. may_cross(i, j): whether to skip this pair; pairs with a
/// common corner are always skipped.
template <class MayCross>
std::size_t crossings_by_force(const std::vector<glm::dvec3>& places_m,
                               const std::vector<glm::uvec3>& triangles,
                               const MayCross& may_cross) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const glm::uvec3 own = triangles[i];
    const std::array<glm::dvec3, 3> first = corners_of(places_m, own);
    for (std::size_t j = 0; j < i; ++j) {
      const glm::uvec3 other = triangles[j];
      bool shared = false;
      for (int k = 0; k < 3; ++k)
        shared = shared || own[k] == other.x || own[k] == other.y || own[k] == other.z;
      count += !shared && cross_by_force(first, corners_of(places_m, other)) && !may_cross(i, j);
    }
  }
  return count;
}

}  // namespace limber
