// Few colours need vertices with few constraints, fewer than in a lattice cut by the surface. So
// the torus is swept: each prism between two layers is split into three tetrahedra, with diagonals
// from the vertex of the lower index to the one of the higher index in the next layer, which makes
// neighbouring prisms match. A vertex with d edges and t triangles in its disc then has 2 d + 2
// edges and 4 t tetrahedra.

#include "sim/mesh/torus_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace limber {

namespace {

/// A disc of a triangular lattice, with at most six triangles per vertex. The order of its vertices
/// was optimised for good angles in a torus of 49 layers.
struct DiscVertex {
  float radius;     ///< 1 on the rim
  float angle_deg;  ///< from the outward radial direction of the torus
};
constexpr std::array<DiscVertex, 18> disc{{{1.0f, 138.64f},
                                           {0.69f, 180.0f},
                                           {1.0f, 18.64f},
                                           {0.69f, 300.0f},
                                           {1.0f, 315.38f},
                                           {1.0f, 44.62f},
                                           {1.0f, 221.36f},
                                           {1.0f, 284.62f},
                                           {1.0f, 75.38f},
                                           {1.0f, 258.64f},
                                           {0.69f, 60.0f},
                                           {0.454f, 240.0f},
                                           {1.0f, 164.62f},
                                           {0.454f, 0.0f},
                                           {1.0f, 341.36f},
                                           {0.454f, 120.0f},
                                           {1.0f, 101.36f},
                                           {1.0f, 195.38f}}};
constexpr int torus_triangles[][3] = {
    {1, 12, 17}, {1, 17, 6},  {1, 6, 11},  {6, 9, 11},   {3, 11, 9},   {3, 9, 7},
    {3, 7, 4},   {0, 12, 1},  {0, 1, 15},  {1, 11, 15},  {11, 13, 15}, {3, 13, 11},
    {3, 14, 13}, {3, 4, 14},  {0, 15, 16}, {10, 16, 15}, {10, 15, 13}, {2, 10, 13},
    {2, 13, 14}, {8, 16, 10}, {5, 8, 10},  {2, 5, 10}};

}  // namespace

TetraMesh torus_mesh(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m, float tube_radius_m,
                     int layers) {
  constexpr auto vertices = static_cast<int>(disc.size());
  const glm::vec3 up = glm::normalize(axis);
  const glm::vec3 other = std::abs(up.x) < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
  const glm::vec3 right = glm::normalize(glm::cross(up, other)), front = glm::cross(right, up);
  TetraMesh mesh;
  for (int layer = 0; layer < layers; ++layer) {
    const float turn =
        2.0f * std::numbers::pi_v<float> * static_cast<float>(layer) / static_cast<float>(layers);
    const glm::vec3 out = std::cos(turn) * right + std::sin(turn) * front;
    for (const DiscVertex& vertex : disc) {
      const float angle = glm::radians(vertex.angle_deg);
      const glm::vec2 place =
          tube_radius_m * vertex.radius * glm::vec2(std::cos(angle), std::sin(angle));
      mesh.positions_m.push_back(center_m + (ring_radius_m + place.x) * out + place.y * up);
    }
  }
  for (int layer = 0; layer < layers; ++layer) {
    const int here = vertices * layer, there = vertices * ((layer + 1) % layers);
    for (const auto& corners : torus_triangles) {
      std::array<int, 3> t{corners[0], corners[1], corners[2]};  // the lowest index first
      const bool turned = t[1] > t[2];
      if (turned) std::swap(t[1], t[2]);
      const auto add = [&](int a, int b, int c, int d) {
        if (turned) std::swap(c, d);
        mesh.tetrahedra.emplace_back(a, b, c, d);
      };
      add(here + t[0], here + t[1], here + t[2], there + t[2]);
      add(here + t[0], here + t[1], there + t[2], there + t[1]);
      add(here + t[0], there + t[0], there + t[1], there + t[2]);
    }
  }
  return mesh;
}

}  // namespace limber
