#include "sim/mesh/pseudonormals.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/mesh/topology.h"

namespace limber {

namespace {

glm::dvec3 unit_or_zero(const glm::dvec3& x) {
  const double length = glm::length(x);
  return length > 0.0 ? x / length : glm::dvec3(0.0);
}

}  // namespace

Pseudonormals pseudonormals(const TriangleMesh& mesh) {
  Pseudonormals outward{std::vector<glm::vec3>(mesh.triangles.size()),
                        std::vector<glm::vec3>(3 * mesh.triangles.size()),
                        std::vector<glm::vec3>(mesh.positions_m.size())};
  std::vector<glm::dvec3> at_vertex(outward.vertex.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const glm::uvec3& t = mesh.triangles[i];
    const glm::dvec3 corners[3] = {mesh.positions_m[t.x], mesh.positions_m[t.y],
                                   mesh.positions_m[t.z]};
    const glm::dvec3 normal =
        unit_or_zero(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
    outward.face[i] = normal;
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 to_next = corners[(k + 1) % 3] - corners[k],
                       to_last = corners[(k + 2) % 3] - corners[k];
      const double angle_rad =
          std::atan2(glm::length(glm::cross(to_next, to_last)), glm::dot(to_next, to_last));
      at_vertex[t[k]] += angle_rad * normal;
    }
  }
  // At a sharp tip, normals almost cancel out, so they are normalized in double precision.
  std::transform(at_vertex.begin(), at_vertex.end(), outward.vertex.begin(), unit_or_zero);
  each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
    glm::dvec3 sum(0.0);
    for (const EdgeUse& use : uses) sum += glm::dvec3(outward.face[use.side / 3]);
    for (const EdgeUse& use : uses) outward.edge[use.side] = unit_or_zero(sum);
  });
  return outward;
}

}  // namespace limber
