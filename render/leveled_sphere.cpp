#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "render/leveled_mesh.h"

namespace limber {

namespace {

const float phi = (1.0f + std::sqrt(5.0f)) / 2.0f;

std::vector<glm::vec3> icosahedron_corners() {
  return {{-1, phi, 0},  {1, phi, 0},  {-1, -phi, 0}, {1, -phi, 0}, {0, -1, phi},  {0, 1, phi},
          {0, -1, -phi}, {0, 1, -phi}, {phi, 0, -1},  {phi, 0, 1},  {-phi, 0, -1}, {-phi, 0, 1}};
}

std::vector<glm::uvec3> icosahedron_triangles() {
  return {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
          {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
          {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
}

/// Splits each triangle into four; appends the new vertices, on the unit sphere.
std::vector<glm::uvec3> subdivided(const std::vector<glm::uvec3>& triangles,
                                   std::vector<glm::vec3>& directions) {
  std::map<std::pair<unsigned, unsigned>, unsigned> middles;
  const auto middle = [&](unsigned a, unsigned b) {
    const auto [found, is_new] =
        middles.try_emplace(std::minmax(a, b), static_cast<unsigned>(directions.size()));
    if (is_new) directions.push_back(glm::normalize(directions[a] + directions[b]));
    return found->second;
  };
  std::vector<glm::uvec3> result;
  for (const glm::uvec3& t : triangles) {
    const unsigned xy = middle(t.x, t.y), yz = middle(t.y, t.z), zx = middle(t.z, t.x);
    for (const glm::uvec3& part : {glm::uvec3(t.x, xy, zx), glm::uvec3(xy, t.y, yz),
                                   glm::uvec3(zx, yz, t.z), glm::uvec3(xy, yz, zx)})
      result.push_back(part);
  }
  return result;
}

/// The largest depth of the triangles below the unit sphere.
float deepest(const std::vector<glm::uvec3>& triangles, const std::vector<glm::vec3>& directions) {
  float nearest = 1.0f;
  for (const glm::uvec3& t : triangles)
    nearest =
        std::min(nearest, glm::length(directions[t.x] + directions[t.y] + directions[t.z]) / 3.0f);
  return 1.0f - nearest;
}

}  // namespace

LeveledMesh leveled_sphere(float radius_m) {
  constexpr int subdivisions = 3;  // 1,280 triangles: looks round at 200 pixels
  LeveledMesh sphere;
  std::vector<glm::vec3> directions = icosahedron_corners();
  for (glm::vec3& direction : directions) direction = glm::normalize(direction);
  std::vector<glm::uvec3> triangles = icosahedron_triangles();
  sphere.levels.push_back({triangles, radius_m * deepest(triangles, directions)});
  for (int i = 0; i < subdivisions; ++i) {
    triangles = subdivided(triangles, directions);
    sphere.levels.push_back({triangles, radius_m * deepest(triangles, directions)});
  }
  std::reverse(sphere.levels.begin(), sphere.levels.end());
  sphere.normals = directions;
  for (const glm::vec3& direction : directions) sphere.positions_m.push_back(radius_m * direction);
  for (Level& level : sphere.levels) level.closed = true;
  return sphere;
}

}  // namespace limber
