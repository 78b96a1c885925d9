#include "sim/mesh/surfaces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace limber {

TriangleMesh grid_mesh(int columns, int rows, glm::vec2 size_m, glm::vec3 center_m, glm::vec3 right,
                       glm::vec3 down) {
  TriangleMesh mesh;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const float u = static_cast<float>(c) / static_cast<float>(columns - 1) - 0.5f;
      const float v = static_cast<float>(r) / static_cast<float>(rows - 1) - 0.5f;
      mesh.positions_m.push_back(center_m + right * (u * size_m.x) + down * (v * size_m.y));
    }
  }
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const unsigned i = r * columns + c;
      mesh.triangles.emplace_back(i, i + columns, i + columns + 1);
      mesh.triangles.emplace_back(i, i + columns + 1, i + 1);
    }
  }
  return mesh;
}

TriangleMesh ball_mesh(int subdivisions, float radius_m, glm::vec3 center_m) {
  const float g = (1.0f + std::sqrt(5.0f)) / 2.0f;
  std::vector<glm::vec3> x{{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                           {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                           {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  std::vector<glm::uvec3> triangles{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (int level = 0; level < subdivisions; ++level) {
    std::map<std::pair<unsigned, unsigned>, unsigned> middles;
    const auto middle = [&](unsigned a, unsigned b) {
      const auto [it, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<unsigned>(x.size()));
      if (is_new) x.push_back(0.5f * (glm::normalize(x[a]) + glm::normalize(x[b])));
      return it->second;
    };
    std::vector<glm::uvec3> finer;
    for (const glm::uvec3& t : triangles) {
      const glm::uvec3 m(middle(t.x, t.y), middle(t.y, t.z), middle(t.z, t.x));
      finer.insert(finer.end(), {{t.x, m.x, m.z}, {t.y, m.y, m.x}, {t.z, m.z, m.y}, m});
    }
    triangles = std::move(finer);
  }
  for (glm::vec3& p : x) p = center_m + radius_m * glm::normalize(p);
  return {std::move(x), std::move(triangles)};
}

void fit(TriangleMesh& mesh, float size_m, glm::vec3 center_m) {
  // In double precision: the extent of coordinates near the largest float would overflow.
  glm::dvec3 low(INFINITY), high(-INFINITY);
  for (const glm::vec3& p : mesh.positions_m) {
    low = glm::min(low, glm::dvec3(p));
    high = glm::max(high, glm::dvec3(p));
  }
  const glm::dvec3 extent = high - low;
  const double largest = std::max({extent.x, extent.y, extent.z});
  if (!(largest > 0.0)) return;
  const glm::dvec3 middle = 0.5 * (low + high);
  for (glm::vec3& p : mesh.positions_m)
    p = center_m + glm::vec3((glm::dvec3(p) - middle) * (size_m / largest));
}

std::vector<float> vertex_masses_kg(const TriangleMesh& mesh, float density_kg_m2) {
  std::vector<float> masses(mesh.positions_m.size(), 0.0f);
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 a = mesh.positions_m[t.x];
    const float area_m2 =
        0.5f * glm::length(glm::cross(mesh.positions_m[t.y] - a, mesh.positions_m[t.z] - a));
    for (int k = 0; k < 3; ++k) masses[t[k]] += density_kg_m2 * area_m2 / 3.0f;
  }
  return masses;
}

double mean_edge_m(const TriangleMesh& surface) {
  double sum_m = 0.0;
  for (const glm::uvec3& t : surface.triangles)
    for (int k = 0; k < 3; ++k)
      sum_m += glm::distance(surface.positions_m[t[k]], surface.positions_m[t[(k + 1) % 3]]);
  return surface.triangles.empty() ? 0.0
                                   : sum_m / (3.0 * static_cast<double>(surface.triangles.size()));
}

}  // namespace limber
