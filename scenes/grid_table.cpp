#include "scenes/grid_table.h"

#include <cmath>

#include "sim/mesh/surfaces.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

/// Vertices that the file pins by the name of a place.
std::vector<int> pinned_vertices(const std::string& pins, int columns, int rows) {
  std::vector<int> pinned;
  if (pins == "top_edge")
    for (int c = 0; c < columns; ++c) pinned.push_back(c);
  if (pins == "left_edge")
    for (int r = 0; r < rows; ++r) pinned.push_back(r * columns);
  if (pins == "top_corners") pinned = {0, columns - 1};
  return pinned;
}

}  // namespace

GridTable read_grid(TableReader& table) {
  const glm::vec3 center = table.vec3("center_m", {0.0f, 2.0f, 0.0f}, -farthest_m, farthest_m);
  const int columns = table.integer("columns", 40, 2, 4000);
  const int rows = table.integer("rows", 40, 2, 4000);
  const glm::vec2 size = table.vec2("size_m", glm::vec2(1.0f), 1e-3, farthest_m);
  const glm::vec3 right = table.direction("right", {1.0f, 0.0f, 0.0f});
  const glm::vec3 down = table.direction("down", {0.0f, 0.0f, 1.0f});
  if (std::abs(glm::dot(right, down)) > 1e-3f) table.fail("down", "must be square to 'right'");
  const std::string pins =
      table.choice("pins", "none", {"none", "top_edge", "left_edge", "top_corners"});
  return {columns, rows, grid_mesh(columns, rows, size, center, right, down),
          pinned_vertices(pins, columns, rows)};
}

}  // namespace limber
