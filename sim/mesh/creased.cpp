// Angle-weighted vertex normals: [Thuermer98].

#include "sim/mesh/creased.h"

#include <cmath>
#include <span>

#include "sim/mesh/joined.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

float angle_between_rad(const glm::vec3& a, const glm::vec3& b) {
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

}  // namespace

StaticMesh creased(const TriangleMesh& mesh, float crease_rad) {
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  const std::vector<glm::vec3>& x = mesh.positions_m;
  std::vector<glm::uvec3> triangles;
  std::vector<glm::vec3> normals;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 across = glm::cross(x[t.y] - x[t.x], x[t.z] - x[t.x]);
    const float length = glm::length(across);
    if (!(length > 0.0f)) continue;
    triangles.emplace_back(first[t.x], first[t.y], first[t.z]);
    normals.push_back(across / length);
  }
  // Corners that share a vertex and are connected across smooth edges become one drawn vertex. A
  // corner is 3 * triangle + k.
  Joined corners(3 * triangles.size());
  each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> uses) {
    if (uses.size() != 2) return;
    const int a = uses[0].side / 3, b = uses[1].side / 3;
    if (angle_between_rad(normals[a], normals[b]) >= crease_rad) return;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const unsigned vertex = triangles[a][i];
        const bool on_edge = i == uses[0].side % 3 || i == (uses[0].side + 1) % 3;
        if (on_edge && vertex == triangles[b][j]) corners.join(3 * a + i, 3 * b + j);
      }
  });
  StaticMesh result;
  std::vector<int> drawn(3 * triangles.size(), -1);  // the vertex of each group
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const glm::uvec3& t = triangles[i];
    glm::uvec3 named;
    for (int k = 0; k < 3; ++k) {
      int& vertex = drawn[corners.root(static_cast<unsigned>(3 * i) + k)];
      if (vertex < 0) {
        vertex = static_cast<int>(result.positions_m.size());
        result.positions_m.push_back(x[t[k]]);
        result.normals.emplace_back(0.0f);
      }
      const glm::vec3 here = x[t[k]];
      result.normals[vertex] +=
          normals[i] * angle_between_rad(x[t[(k + 1) % 3]] - here, x[t[(k + 2) % 3]] - here);
      named[k] = static_cast<unsigned>(vertex);
    }
    result.triangles.push_back(named);
  }
  for (glm::vec3& normal : result.normals) {
    const float length = glm::length(normal);
    normal = length > 0.0f ? normal / length : glm::vec3(0.0f, 1.0f, 0.0f);
  }
  return result;
}

}  // namespace limber
