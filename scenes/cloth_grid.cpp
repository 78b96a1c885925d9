#include "scenes/cloth_grid.h"

#include "sim/mesh/band_mesh.h"
#include "sim/mesh/sack_mesh.h"
#include "sim/mesh/surfaces.h"

namespace limber {

namespace {

/// Vertices that the file pins by the name of a place.
std::vector<int> pinned_vertices(const std::string& pins, int columns, int rows) {
  std::vector<int> pinned;
  if (pins == "top_edge")
    for (int c = 0; c < columns; ++c) pinned.push_back(c);
  if (pins == "left_edge")
    for (int r = 0; r < rows; ++r) pinned.push_back(r * columns);
  if (pins == "ends")
    for (int r = 0; r < rows; ++r)
      pinned.insert(pinned.end(), {r * columns, (r + 1) * columns - 1});
  if (pins == "top_corners") pinned = {0, columns - 1};
  if (pins == "corners") pinned = {0, columns - 1, (rows - 1) * columns, rows * columns - 1};
  if (pins == "border")
    for (int i = 0; i < rows * columns; ++i)
      if (i / columns % (rows - 1) == 0 || i % columns % (columns - 1) == 0) pinned.push_back(i);
  return pinned;
}

}  // namespace

ClothGrid grid_of(const ClothTable& t) {
  ClothGrid grid;
  grid.pinned = pinned_vertices(t.pins, t.columns, t.rows);
  if (t.shape == "grid") {
    grid.mesh = grid_mesh(t.columns, t.rows, t.size_m, t.center_m, t.right.unit, t.down.unit);
    return grid;
  }
  if (t.shape == "sack") {
    grid.mesh = sack_mesh(t.columns, t.rows, t.diameter_m, t.depth_m, t.center_m);
    return grid;
  }
  std::vector<glm::vec3> along_m;
  for (const auto& [x, y, z] : t.along_m) along_m.push_back(t.center_m + glm::vec3(x, y, z));
  grid.mesh = band_mesh(t.columns, t.rows, t.width_m, along_m, t.down.unit);
  return grid;
}

}  // namespace limber
