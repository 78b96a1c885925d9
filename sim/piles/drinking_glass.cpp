#include "sim/piles/drinking_glass.h"

#include <cmath>
#include <utility>

#include "kernels/portable_math.h"
#include "sim/mesh/lathe.h"

namespace limber {

namespace {

/// Adds a ring of equidistant spheres around the axis, the fewest without gaps.
void add_ring(std::vector<glm::vec3>& centers_m, float radius_m, float height_m, float diameter_m) {
  const int count = radius_m < 0.5f * diameter_m
                        ? 1
                        : static_cast<int>(std::ceil(2.0f * pi * radius_m / diameter_m));
  for (int i = 0; i < count; ++i) {
    const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
    centers_m.emplace_back(radius_m * std::cos(angle), height_m, radius_m * std::sin(angle));
  }
}

}  // namespace

TriangleMesh DrinkingGlass::surface() const {
  constexpr int columns = 40;
  const float half_m = 0.5f * wall_m, foot_m = foot_radius_m(), top_m = top_radius_m();
  const float inner_foot_m =
      foot_m + (top_m - foot_m) * wall_m / height_m - wall_m;  // where wall and bottom meet
  const std::vector<ProfilePoint> profile{{0.0f, 0.0f},
                                          {foot_m - 0.4f * wall_m, 0.0f},
                                          {foot_m, 0.4f * wall_m, 0.41f},
                                          {top_m, height_m - half_m},
                                          {top_m - wall_m, height_m - half_m, 1.0f},
                                          {inner_foot_m, 1.4f * wall_m},
                                          {inner_foot_m - 0.4f * wall_m, wall_m, -0.41f},
                                          {0.0f, wall_m}};
  Lathe lathe(columns);
  lathe.turn(flattened(profile, 0.05f * wall_m));
  return std::move(lathe.mesh);
}

double DrinkingGlass::min_spheres() const {
  const double rows = height_m / wall_m - 1.0, across = foot_radius_m() / wall_m - 0.5;
  return rows * 2.0 * pi * across;
}

std::vector<glm::vec3> DrinkingGlass::centers_m() const {
  std::vector<glm::vec3> all;
  const float half_m = 0.5f * wall_m;
  const float outermost_m = foot_radius_m() - half_m;
  const int rings = static_cast<int>(std::ceil(outermost_m / wall_m));
  for (int n = 0; n < rings; ++n)
    add_ring(all, outermost_m * static_cast<float>(n) / static_cast<float>(rings), half_m, wall_m);
  const int rows = static_cast<int>(std::ceil((height_m - wall_m) / wall_m));
  for (int n = 0; n <= rows; ++n) {
    const float part = static_cast<float>(n) / static_cast<float>(rows);
    const float height = half_m + (height_m - wall_m) * part;
    add_ring(all, outermost_m + (top_radius_m() - foot_radius_m()) * part, height, wall_m);
  }
  return all;
}

}  // namespace limber
