#include "sim/contact/collider_faces.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

/// The vertices of drawn meshes are doubled at sharp edges.
TriangleMesh welded(const StaticMesh& drawn) {
  const std::vector<unsigned> first = first_at_same_place(drawn.positions_m);
  TriangleMesh mesh{drawn.positions_m, drawn.triangles};
  for (glm::uvec3& t : mesh.triangles) t = {first[t.x], first[t.y], first[t.z]};
  drop_unused(mesh);
  return mesh;
}

/// A capsule along y, or a ball where it has no length, from the eight sides of an octahedron:
/// faces of about an eighth of the radius, nowhere deeper than half a percent of it.
TriangleMesh round_mesh(float radius_m, float half_length_m) {
  constexpr int parts = 12;  // of an edge of the octahedron
  const auto bent = [](int i) { return std::sin(0.5f * std::numbers::pi_v<float> * i / parts); };
  StaticMesh mesh;
  const auto add = [&](const glm::vec3& x) {
    mesh.positions_m.push_back(x);
    return static_cast<unsigned>(mesh.positions_m.size() - 1);
  };
  const auto on_octant = [&](int i, int j, const glm::vec3& side) {
    const glm::vec3 at(bent(i), bent(j), bent(parts - i - j));
    return add(glm::normalize(at) * side * radius_m + glm::vec3(0, side.y * half_length_m, 0));
  };
  const auto add_triangle = [&](unsigned a, unsigned b, unsigned c, bool turned) {
    mesh.triangles.push_back(turned ? glm::uvec3(a, c, b) : glm::uvec3(a, b, c));
  };
  for (int octant = 0; octant < 8; ++octant) {
    const glm::vec3 side(octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1);
    const bool turned = side.x * side.y * side.z < 0.0f;
    const auto at = [&](int i, int j) { return on_octant(i, j, side); };
    for (int i = 0; i < parts; ++i)
      for (int j = 0; i + j < parts; ++j) {
        add_triangle(at(i, j), at(i + 1, j), at(i, j + 1), turned);
        if (i + j + 2 <= parts) add_triangle(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), turned);
      }
    if (half_length_m == 0.0f || side.y < 0.0f) continue;
    const int rows = std::max(1, static_cast<int>(std::ceil(half_length_m / radius_m)));
    const auto on_wall = [&](int i, int row) {
      const glm::vec3 ring = glm::normalize(glm::vec3(bent(i), 0.0f, bent(parts - i)));
      const float up = 2.0f * static_cast<float>(row) / static_cast<float>(rows) - 1.0f;
      return add(ring * side * radius_m + glm::vec3(0, up * half_length_m, 0));
    };
    for (int i = 0; i < parts; ++i)
      for (int row = 0; row < rows; ++row) {
        const unsigned low = on_wall(i, row), next = on_wall(i + 1, row);
        const unsigned high = on_wall(i, row + 1), far = on_wall(i + 1, row + 1);
        add_triangle(low, next, far, turned);
        add_triangle(low, far, high, turned);
      }
  }
  return welded(mesh);
}

const TriangleMesh* surface_of(const Surroundings& around, int collider) {
  for (const SampledCollider& sampled : around.sampled)
    if (sampled.collider == collider) return sampled.surface.get();
  return nullptr;
}

}  // namespace

std::vector<ColliderFaces> faces_of(const Surroundings& around) {
  std::vector<ColliderFaces> all;
  if (!around.faces_touch) return all;
  for (int i = 0; i < static_cast<int>(around.colliders.size()); ++i) {
    const Collider& c = around.colliders[i];
    const glm::vec3 here(0.0f);
    if (c.shape == ColliderShape::box)
      all.push_back({i, welded(box_mesh(here, c.half_size_m))});
    else if (c.shape == ColliderShape::tube)
      all.push_back(
          {i, welded(tube_mesh(here, {0, 1, 0}, c.half_length_m, c.inner_radius_m, c.radius_m))});
    else if (c.shape == ColliderShape::sphere || c.shape == ColliderShape::capsule)
      all.push_back({i, round_mesh(c.radius_m, c.half_length_m), true});
    else if (const TriangleMesh* mesh = surface_of(around, i))
      all.push_back({i, *mesh});
  }
  return all;
}

}  // namespace limber
