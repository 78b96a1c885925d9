#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/solid.h"

// Checks of a drawn surface attached to a solid.

namespace limber {

/// Connected component of each vertex, by flood fill over elements of `n` vertices; -1 for vertices
/// without elements.
template <int n, class Element>
std::vector<int> pieces_by_vertex(std::size_t vertices, const std::vector<Element>& elements) {
  std::vector<std::vector<int>> at(vertices);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (int k = 0; k < n; ++k) at[elements[e][k]].push_back(static_cast<int>(e));
  std::vector<int> piece(vertices, -1);
  int pieces = 0;
  for (std::size_t first = 0; first < vertices; ++first) {
    if (piece[first] >= 0 || at[first].empty()) continue;
    std::vector<std::size_t> open{first};
    piece[first] = pieces;
    while (!open.empty()) {
      const std::size_t here = open.back();
      open.pop_back();
      for (const int e : at[here])
        for (int k = 0; k < n; ++k)
          if (int& its = piece[elements[e][k]]; its < 0) {
            its = pieces;
            open.push_back(elements[e][k]);
          }
    }
    ++pieces;
  }
  return piece;
}

inline int pieces_of(const TetraMesh& mesh) {
  const std::vector<int> piece = pieces_by_vertex<4>(mesh.positions_m.size(), mesh.tetrahedra);
  return 1 + *std::ranges::max_element(piece);
}

inline int pieces_of(const TriangleMesh& mesh) {
  const std::vector<int> piece = pieces_by_vertex<3>(mesh.positions_m.size(), mesh.triangles);
  return 1 + *std::ranges::max_element(piece);
}

/// Distance from a point to a tetrahedron, by sampling.
inline float sampled_distance_m(const glm::vec3& x, const glm::ivec4& t, const TetraMesh& mesh) {
  constexpr int steps = 6;
  float nearest_m = INFINITY;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; i + j <= steps; ++j)
      for (int k = 0; i + j + k <= steps; ++k) {
        const glm::vec4 w = glm::vec4(i, j, k, steps - i - j - k) / static_cast<float>(steps);
        glm::vec3 at_m(0.0f);
        for (int c = 0; c < 4; ++c) at_m += w[c] * mesh.positions_m[t[c]];
        nearest_m = std::min(nearest_m, glm::distance(x, at_m));
      }
  return nearest_m;
}

/// The drawn vertices for nodal positions nodes_m.
inline std::vector<glm::vec3> drawn_at_m(const Solid& solid,
                                         const std::vector<glm::vec3>& nodes_m) {
  std::vector<glm::vec3> at_m(solid.drawn_on_mesh.size(), glm::vec3(0.0f));
  for (std::size_t i = 0; i < at_m.size(); ++i)
    for (int k = 0; k < 4; ++k)
      at_m[i] += solid.drawn_on_mesh[i].weights[k] * nodes_m[solid.drawn_on_mesh[i].corners[k]];
  return at_m;
}

/// Expects that the drawn surface matches its attachments, is within reach_m of its tetrahedra, and
/// that no triangle is attached to two components.
inline void expect_drawn_on_mesh(const Solid& solid, float reach_m) {
  const TetraMesh& mesh = solid.mesh;
  ASSERT_EQ(solid.drawn_on_mesh.size(), solid.drawn.positions_m.size());
  const std::vector<glm::vec3> at_m = drawn_at_m(solid, mesh.positions_m);
  float off_m = 0.0f, away_m = 0.0f;
  for (std::size_t i = 0; i < at_m.size(); ++i) {
    off_m = std::max(off_m, glm::distance(at_m[i], solid.drawn.positions_m[i]));
    away_m = std::max(away_m, sampled_distance_m(at_m[i], solid.drawn_on_mesh[i].corners, mesh));
  }
  EXPECT_LT(off_m, 1e-4f);
  EXPECT_LE(away_m, reach_m);
  const std::vector<int> piece = pieces_by_vertex<4>(mesh.positions_m.size(), mesh.tetrahedra);
  int on_two_pieces = 0;
  for (const glm::uvec3& t : solid.drawn.triangles) {
    std::set<int> ridden;
    for (int k = 0; k < 3; ++k) ridden.insert(piece[solid.drawn_on_mesh[t[k]].corners[0]]);
    on_two_pieces += ridden.size() > 1;
  }
  EXPECT_EQ(on_two_pieces, 0);
}

/// Expects that, with the solid twisted by half a turn over its height, no drawn edge is stretched
/// both fourfold and by half of reach_m.
inline void expect_drawn_bends(const Solid& solid, float reach_m) {
  float low_m = INFINITY, high_m = -INFINITY;
  for (const glm::vec3& x : solid.mesh.positions_m) {
    low_m = std::min(low_m, x.y);
    high_m = std::max(high_m, x.y);
  }
  std::vector<glm::vec3> nodes_m;
  for (const glm::vec3& x : solid.mesh.positions_m) {
    const float turn_rad = 3.14159265f * (x.y - low_m) / (high_m - low_m);
    const float c = std::cos(turn_rad), s = std::sin(turn_rad);
    nodes_m.emplace_back(c * x.x - s * x.z, x.y, s * x.x + c * x.z);
  }
  const std::vector<glm::vec3> at_m = drawn_at_m(solid, nodes_m);
  const auto& [rest_m, triangles] = solid.drawn;
  int torn = 0;
  for (const glm::uvec3& t : triangles)
    for (int k = 0; k < 3; ++k) {
      const unsigned a = t[k], b = t[(k + 1) % 3];
      torn += glm::distance(at_m[a], at_m[b]) >
              4.0f * glm::distance(rest_m[a], rest_m[b]) + 0.5f * reach_m;
    }
  EXPECT_EQ(torn, 0);
}

}  // namespace limber
