#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <random>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// A cube from low_m, all faces outward.
inline TriangleMesh cube(glm::vec3 low_m, float size_m) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions_m.push_back(low_m + size_m * glm::vec3(i & 1, i >> 1 & 1, i >> 2));
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// A torus about z, facing outward: `around` x `across` quads, each split in two.
inline TriangleMesh torus(unsigned around, unsigned across, float radius_m, float tube_m) {
  TriangleMesh mesh;
  constexpr float turn_rad = 6.2831853f;
  for (unsigned i = 0; i < around; ++i)
    for (unsigned j = 0; j < across; ++j) {
      const float a = turn_rad * static_cast<float>(i) / static_cast<float>(around);
      const float b = turn_rad * static_cast<float>(j) / static_cast<float>(across);
      const float r = radius_m + tube_m * std::cos(b);
      mesh.positions_m.emplace_back(r * std::cos(a), r * std::sin(a), tube_m * std::sin(b));
      const unsigned k = (i + 1) % around, l = (j + 1) % across;
      const unsigned p = i * across + j, q = k * across + j, s = k * across + l, t = i * across + l;
      mesh.triangles.emplace_back(p, q, s);
      mesh.triangles.emplace_back(p, s, t);
    }
  return mesh;
}

/// The signed distance from a torus about y with radii of 1 and 0.4.
inline float torus_distance(const glm::vec3& x) {
  return glm::length(glm::vec2(glm::length(glm::vec2(x.x, x.z)) - 1.0f, x.y)) - 0.4f;
}

/// A bumpy ball: a cube's gridded surface with each vertex at a random distance from the centre.
inline TriangleMesh bumpy_ball(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> radius(0.5f, 1.0f), turn(-1.0f, 1.0f);
  TriangleMesh mesh;
  const TetraMesh cells = box_mesh(glm::vec3(-1.0f), glm::vec3(1.0f), glm::ivec3(5));
  mesh.triangles = boundary_of(cells.tetrahedra);
  const glm::quat way = glm::angleAxis(3.0f * turn(random),
                                       glm::normalize(glm::vec3(turn(random), turn(random), 1.1f)));
  for (const glm::vec3& x : cells.positions_m)
    mesh.positions_m.push_back(x == glm::vec3(0.0f) ? x
                                                    : way * (radius(random) * glm::normalize(x)));
  return mesh;
}

inline void append(TriangleMesh& mesh, const TriangleMesh& other) {
  const auto first = static_cast<unsigned>(mesh.positions_m.size());
  mesh.positions_m.insert(mesh.positions_m.end(), other.positions_m.begin(),
                          other.positions_m.end());
  for (const glm::uvec3& t : other.triangles) mesh.triangles.push_back(t + first);
}

/// Gives every triangle its own vertices.
inline TriangleMesh torn(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const glm::uvec3& t : mesh.triangles) {
    result.triangles.emplace_back(glm::uvec3(0, 1, 2) +
                                  static_cast<unsigned>(result.positions_m.size()));
    for (int k = 0; k < 3; ++k) result.positions_m.push_back(mesh.positions_m[t[k]]);
  }
  return result;
}

inline void turn_over(TriangleMesh& mesh) {
  for (glm::uvec3& t : mesh.triangles) t = {t.x, t.z, t.y};
}

inline double volume_m3(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles)
    sum +=
        glm::dot(glm::dvec3(mesh.positions_m[t.x]),
                 glm::cross(glm::dvec3(mesh.positions_m[t.y]), glm::dvec3(mesh.positions_m[t.z]))) /
        6.0;
  return sum;
}

}  // namespace limber
