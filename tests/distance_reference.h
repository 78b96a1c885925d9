#pragma once

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>

#include "sim/mesh/triangle_mesh.h"
#include "tests/unit/winding_number.h"

namespace limber {

inline double distance_to_segment(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& x) {
  const glm::dvec3 along = b - a;
  const double share = std::clamp(glm::dot(x - a, along) / glm::dot(along, along), 0.0, 1.0);
  return glm::length(x - a - share * along);
}

/// Distance to the plane if x projects into the triangle, else to the nearest edge.
inline double distance_to_triangle(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                   const glm::dvec3& x) {
  const glm::dvec3 normal = glm::normalize(glm::cross(b - a, c - a));
  const auto left_of = [&](const glm::dvec3& from, const glm::dvec3& to) {
    return glm::dot(glm::cross(to - from, x - from), normal) >= 0.0;
  };
  if (left_of(a, b) && left_of(b, c) && left_of(c, a)) return std::abs(glm::dot(normal, x - a));
  return std::min(
      {distance_to_segment(a, b, x), distance_to_segment(b, c, x), distance_to_segment(c, a, x)});
}

/// The signed distance by brute force over all triangles, signed by the winding number.
inline double reference_distance(const TriangleMesh& mesh, const glm::dvec3& x) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const glm::uvec3& t : mesh.triangles)
    nearest = std::min(nearest, distance_to_triangle(mesh.positions_m[t.x], mesh.positions_m[t.y],
                                                     mesh.positions_m[t.z], x));
  return winding_number(mesh, x) > 0.5 ? -nearest : nearest;
}

}  // namespace limber
