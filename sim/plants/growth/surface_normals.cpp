#include "sim/plants/growth/surface_normals.h"

namespace limber {

std::vector<glm::vec3> surface_normals(const std::vector<glm::vec3>& positions_m,
                                       const std::vector<glm::uvec3>& triangles) {
  std::vector<glm::vec3> normals(positions_m.size(), glm::vec3(0.0f));
  for (const glm::uvec3& t : triangles) {
    const glm::vec3 a = positions_m[t.x];
    const glm::vec3 across = glm::cross(positions_m[t.y] - a, positions_m[t.z] - a);
    for (int k = 0; k < 3; ++k) normals[t[k]] += across;
  }
  for (glm::vec3& normal : normals) {
    const float length = glm::length(normal);
    normal = length > 0.0f ? normal / length : glm::vec3(0.0f, 1.0f, 0.0f);
  }
  return normals;
}

}  // namespace limber
