#pragma once

#include <algorithm>
#include <cmath>
#include <ranges>

#include "kernels/collider.h"
#include "sim/drawn_surface.h"
#include "sim/publish.h"

namespace limber {

/// Adds the ground, if there is one among the colliders.
inline void add_ground(DrawList& list, const std::vector<Collider>& colliders) {
  const auto ground = std::ranges::find(colliders, ColliderShape::ground, &Collider::shape);
  if (ground == colliders.end()) return;
  list.ground = true;
  list.ground_height_m = ground->center_m.y;
}

/// Adds `drawn`, whose vertices are the first ones of the list.
inline void add_surface(DrawList& list, const DrawnSurface& drawn) {
  list.triangles = drawn.triangles;
  list.parts = drawn.parts;
  list.rest_m = drawn.rest_m;
}

/// Sets the bounding box of these positions.
inline void set_bounds(DrawList& list, std::ranges::input_range auto&& positions_m) {
  list.bounds_min_m = glm::vec3(INFINITY);
  list.bounds_max_m = glm::vec3(-INFINITY);
  for (const glm::vec3& x : positions_m) {
    list.bounds_min_m = glm::min(list.bounds_min_m, x);
    list.bounds_max_m = glm::max(list.bounds_max_m, x);
  }
}

}  // namespace limber
