#include "scenes/colliders.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/portable_math.h"
#include "sim/mesh/shape_mesh.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;
constexpr double smallest_m = 1e-4;

/// An orthonormal frame whose y is `axis`.
glm::mat3 frame_along(glm::vec3 axis) {
  const glm::vec3 helper =
      std::abs(axis.x) < 0.9f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 0.0f, 1.0f);
  const glm::vec3 x = glm::normalize(helper - axis * glm::dot(helper, axis));
  return {x, axis, glm::cross(x, axis)};
}

Collider read_collider(TableReader& table) {
  using Shape = ColliderShape;
  const std::string shape =
      table.choice("shape", "ground", {"ground", "sphere", "capsule", "tube", "box"});
  const auto length = [&](const char* key, float fallback) {
    return static_cast<float>(table.number(key, fallback, smallest_m, farthest_m));
  };
  Collider c;
  if (shape == "ground") {
    c.center_m.y = static_cast<float>(table.number("height_m", 0.0, -farthest_m, farthest_m));
    return c;
  }
  c.center_m = table.vec3("center_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  c.axes = frame_along(table.direction("axis", {0.0f, 1.0f, 0.0f}));
  if (shape == "sphere") {
    c.shape = Shape::sphere;
    c.radius_m = length("radius_m", 0.5f);
  } else if (shape == "capsule") {
    c.shape = Shape::capsule;
    c.radius_m = length("radius_m", 0.5f);
    c.half_length_m = 0.5f * length("length_m", 1.0f);
  } else if (shape == "tube") {
    c.shape = Shape::tube;
    c.radius_m = length("radius_m", 0.5f);
    c.inner_radius_m = length("inner_radius_m", 0.8f * c.radius_m);
    if (c.inner_radius_m >= c.radius_m) table.fail("inner_radius_m", "must be below radius_m");
    c.half_length_m = 0.5f * length("length_m", 1.0f);
  } else {
    c.shape = Shape::box;
    c.half_size_m = 0.5f * table.vec3("size_m", glm::vec3(1.0f), smallest_m, farthest_m);
  }
  return c;
}

StaticMesh mesh_of(const Collider& c) {
  switch (c.shape) {
    case ColliderShape::sphere:
      return sphere_mesh(c.center_m, c.radius_m);
    case ColliderShape::capsule:
      return capsule_mesh(c.center_m, c.axes[1], c.half_length_m, c.radius_m);
    case ColliderShape::tube:
      return tube_mesh(c.center_m, c.axes[1], c.half_length_m, c.inner_radius_m, c.radius_m);
    default:
      return box_mesh(c.center_m, c.half_size_m, c.axes,
                      0.02f * std::min({c.half_size_m.x, c.half_size_m.y, c.half_size_m.z}));
  }
}

/// How it lies in the plane across its axis, and how it turns.
void read_turning(TableReader& table, Collider& c) {
  c.turn_rad_s = 2.0f * pi * static_cast<float>(table.number("turns_per_s", 0.0, -10.0, 10.0));
  if (c.shape == ColliderShape::ground) return;
  c = after_turns(c, static_cast<float>(table.number("turned_deg", 0.0, -360.0, 360.0)) / 360.0f);
  c.off_axis_m = c.center_m - table.vec3("turn_center_m", c.center_m, -farthest_m, farthest_m);
}

/// Plates along the inner wall of a tube, from one end to the other: they lift what lies in a drum.
std::vector<Collider> lifters_of(TableReader& table, const Collider& tube) {
  const int count = table.integer("lifters", 0, 0, 100);
  const auto height_m = static_cast<float>(
      table.number("lifter_height_m", 0.2 * tube.inner_radius_m, smallest_m, farthest_m));
  const auto thickness_m = static_cast<float>(
      table.number("lifter_thickness_m", 0.05 * tube.inner_radius_m, smallest_m, farthest_m));
  const float low_m = tube.inner_radius_m - height_m;
  const float high_m = 0.5f * (tube.inner_radius_m + tube.radius_m);
  if (low_m < 0.0f) table.fail("lifter_height_m", "must be at most inner_radius_m");
  Collider first = tube;
  first.shape = ColliderShape::box;
  first.half_size_m = {0.5f * (high_m - low_m), tube.half_length_m, 0.5f * thickness_m};
  first.off_axis_m = tube.axes[0] * (0.5f * (high_m + low_m));
  first.center_m += first.off_axis_m;
  std::vector<Collider> lifters;
  for (int i = 0; i < count; ++i)
    lifters.push_back(
        after_turns(first, (static_cast<float>(i) + 0.5f) / static_cast<float>(count)));
  return lifters;
}

}  // namespace

void read_colliders(TableReader& file, Surroundings& around) {
  for (TableReader& table : file.tables("collider")) {
    std::vector<Collider> solids{read_collider(table)};
    read_turning(table, solids[0]);
    if (solids[0].shape == ColliderShape::tube)
      for (const Collider& lifter : lifters_of(table, solids[0])) solids.push_back(lifter);
    const bool drawn = solids[0].shape != ColliderShape::ground && table.boolean("drawn", true);
    Material material;
    if (drawn) {
      material.front_color = material.back_color =
          table.vec3("color", {0.30f, 0.31f, 0.33f}, 0.0, 1.0);
      material.roughness = static_cast<float>(table.number("roughness", 0.5, 0.0, 1.0));
    }
    table.finish();
    for (const Collider& solid : solids) {
      around.colliders.push_back(solid);
      if (!drawn) continue;
      StaticMesh mesh = mesh_of(solid);
      mesh.material = material;
      if (solid.turn_rad_s == 0.0f) {
        around.scenery.push_back(std::move(mesh));
        continue;
      }
      for (glm::vec3& x : mesh.positions_m) x -= solid.center_m;
      around.turning_scenery.push_back(
          {static_cast<int>(around.colliders.size()) - 1, std::move(mesh)});
    }
  }
}

}  // namespace limber
