#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "sim/mesh/tetra_mesh.h"

// Checks of tetrahedral meshes and closed surfaces.

namespace limber {

/// Expects at least one tetrahedron, and none degenerate or inverted.
inline void expect_solid(const TetraMesh& mesh) {
  EXPECT_FALSE(mesh.tetrahedra.empty());
  int wrong = 0;
  const auto& x = mesh.positions_m;
  for (const glm::ivec4& t : mesh.tetrahedra)
    wrong += !(signed_volume_m3(x[t.x], x[t.y], x[t.z], x[t.w]) > 0.0);
  EXPECT_EQ(wrong, 0);
}

/// Expects two consistently oriented triangles per edge, and a single fan around each vertex.
inline void expect_closed_manifold(const std::vector<glm::uvec3>& triangles) {
  std::map<std::pair<unsigned, unsigned>, int> edges;
  std::map<unsigned, std::map<unsigned, unsigned>> around;
  for (const glm::uvec3& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      ++edges[{t[k], t[(k + 1) % 3]}];
      around[t[k]][t[(k + 1) % 3]] = t[(k + 2) % 3];
    }
  }
  int wrong_edges = 0, wrong_vertices = 0;
  for (const auto& [edge, count] : edges)
    wrong_edges += count != 1 || !edges.contains({edge.second, edge.first});
  ASSERT_EQ(wrong_edges, 0);
  for (auto& [vertex, next] : around) {
    std::size_t turned = 1;
    const unsigned start = next.begin()->first;
    for (unsigned at = next[start]; at != start && turned <= next.size(); at = next[at]) ++turned;
    wrong_vertices += turned != next.size();
  }
  EXPECT_EQ(wrong_vertices, 0);
}

/// The smallest and the largest angle between two faces of a tetrahedron.
inline std::pair<double, double> dihedral_angles_deg(const TetraMesh& mesh) {
  constexpr int faces[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
  double smallest = 180.0, largest = 0.0;
  for (const glm::ivec4& t : mesh.tetrahedra) {
    glm::dvec3 normal[4];
    for (int k = 0; k < 4; ++k) {
      const glm::dvec3 a(mesh.positions_m[t[faces[k][0]]]);
      normal[k] = glm::normalize(glm::cross(glm::dvec3(mesh.positions_m[t[faces[k][1]]]) - a,
                                            glm::dvec3(mesh.positions_m[t[faces[k][2]]]) - a));
    }
    for (int a = 0; a < 4; ++a) {
      for (int b = a + 1; b < 4; ++b) {
        const double cosine = std::clamp(glm::dot(normal[a], normal[b]), -1.0, 1.0);
        const double angle = 180.0 - std::acos(cosine) * 180.0 / std::numbers::pi;
        smallest = std::min(smallest, angle);
        largest = std::max(largest, angle);
      }
    }
  }
  return {smallest, largest};
}

}  // namespace limber
