#include "draped_cloth.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "publish_copy.h"
#include "render/palette.h"

namespace limber {

namespace {

constexpr float sphere_radius_m = 0.5f;
constexpr glm::vec3 sphere_center_m{0.0f, 0.55f, 0.0f};

/// Draped position of the point (a, b) of the flat cloth: along the sphere, then down in folds.
glm::vec3 drape(float a, float b) {
  const float along_m = std::hypot(a, b), angle = std::atan2(b, a);
  const float radius_m = sphere_radius_m + 0.01f;
  const float leaves_at_m = radius_m * 1.45f;
  const float polar = std::min(along_m, leaves_at_m) / radius_m;
  const float hangs_m = std::max(along_m - leaves_at_m, 0.0f);
  const float fold = 0.32f * hangs_m * std::sin(9.0f * angle) + 0.25f * hangs_m;
  const float out_m = radius_m * std::sin(polar) + fold;
  const float up_m = radius_m * std::cos(polar) - 0.85f * hangs_m;
  return sphere_center_m + glm::vec3(out_m * std::cos(angle), up_m, out_m * std::sin(angle));
}

StaticMesh make_sphere() {
  StaticMesh mesh;
  mesh.material = {linear_from_srgb({0.55f, 0.55f, 0.58f}), glm::vec3(0.2f), 0.4f};
  constexpr int rings = 32, sectors = 64;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j <= sectors; ++j) {
      const float polar = glm::pi<float>() * static_cast<float>(i) / rings;
      const float angle = glm::two_pi<float>() * static_cast<float>(j) / sectors;
      const glm::vec3 out(std::sin(polar) * std::cos(angle), std::cos(polar),
                          std::sin(polar) * std::sin(angle));
      mesh.normals.push_back(out);
      mesh.positions_m.push_back(sphere_center_m + sphere_radius_m * out);
    }
  for (unsigned i = 0; i < rings; ++i)
    for (unsigned j = 0; j < sectors; ++j) {
      const unsigned a = i * (sectors + 1) + j, b = a + sectors + 1;
      mesh.triangles.emplace_back(a, a + 1, b);
      mesh.triangles.emplace_back(a + 1, b + 1, b);
    }
  return mesh;
}

}  // namespace

DrapedCloth::DrapedCloth(int side) {
  constexpr float half_m = 0.95f;
  const float spacing_m = 2.0f * half_m / static_cast<float>(side - 1);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const float a = spacing_m * static_cast<float>(j) - half_m;
      const float b = spacing_m * static_cast<float>(i) - half_m;
      constexpr float step_m = 1e-3f;
      const glm::vec3 da = drape(a + step_m, b) - drape(a - step_m, b);
      const glm::vec3 db = drape(a, b + step_m) - drape(a, b - step_m);
      const glm::vec3 at = drape(a, b);
      vertices.push_back({at, at.y, glm::normalize(glm::cross(db, da)), 0.0f});
    }
  const auto row = static_cast<unsigned>(side);
  ConstraintLines stretch{"stretch", {}, {}};
  for (unsigned i = 0; i < row; ++i)
    for (unsigned j = 0; j < row; ++j) {
      const unsigned at = i * row + j;
      const auto add = [&](unsigned other, unsigned color) {
        stretch.ends.emplace_back(at, other);
        stretch.colors.push_back(color);
      };
      if (j + 1 < row) add(at + 1, j % 2);
      if (i + 1 < row) add(at + row, 2 + i % 2);
      if (i + 1 < row && j + 1 < row) {
        add(at + row + 1, 4 + i % 2);
        list.triangles.emplace_back(at, at + row + 1, at + 1);
        list.triangles.emplace_back(at, at + row, at + row + 1);
      }
    }
  list.vertex_count = side * side;
  Material cloth{linear_from_srgb({0.13f, 0.36f, 0.72f}), linear_from_srgb({0.91f, 0.52f, 0.16f}),
                 0.85f};
  list.parts.push_back({0, static_cast<int>(list.triangles.size()), cloth});
  list.scenery.push_back(make_sphere());
  list.constraint_lines.push_back(std::move(stretch));
  list.fields.push_back({"height", "m", 0.0f, 1.1f});
  list.ground = true;
  list.bounds_min_m = glm::vec3(-0.8f, 0.0f, -0.8f);
  list.bounds_max_m = glm::vec3(0.8f, 1.1f, 0.8f);
}

void DrapedCloth::publish(SharedVertices& to) const { publish_copy(vertices, to); }

FlatSquare::FlatSquare() {
  for (const float y : {-1.0f, 1.0f})
    for (const float x : {-1.0f, 1.0f})
      vertices.push_back({glm::vec3(x, y, 0), 0.0f, glm::vec3(0, 0, 1), 0.0f});
  list.vertex_count = 4;
  list.triangles = {{0, 1, 3}, {0, 3, 2}};
  list.parts = {{0, 2, {glm::vec3(0.05f, 0.05f, 0.8f), glm::vec3(0.8f, 0.05f, 0.05f), 0.8f}}};
  list.bounds_min_m = glm::vec3(-1.0f);
  list.bounds_max_m = glm::vec3(1.0f);
}

void FlatSquare::publish(SharedVertices& to) const { publish_copy(vertices, to); }

}  // namespace limber
