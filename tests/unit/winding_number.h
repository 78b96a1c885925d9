#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The winding number of the surface around x, by the solid angles of its triangles
/// [VanOosterom83].
inline double winding_number(const TriangleMesh& mesh, const glm::dvec3& x) {
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::dvec3 a = glm::dvec3(mesh.positions_m[t.x]) - x,
                     b = glm::dvec3(mesh.positions_m[t.y]) - x,
                     c = glm::dvec3(mesh.positions_m[t.z]) - x;
    const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
    sum += 2.0 *
           std::atan2(glm::dot(a, glm::cross(b, c)), la * lb * lc + glm::dot(a, b) * lc +
                                                         glm::dot(b, c) * la + glm::dot(c, a) * lb);
  }
  return sum / (4.0 * std::numbers::pi);
}

}  // namespace limber
