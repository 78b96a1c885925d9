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

/// Flat, with rows and columns along x and y: a sheet as long as the middle row, and as wide as the
/// first column.
std::vector<glm::vec3> flat_sheet_m(const TriangleMesh& mesh, int columns, int rows) {
  const auto at = [&](int c, int r) { return mesh.positions_m[r * columns + c]; };
  std::vector<glm::vec3> sheet_m(mesh.positions_m.size(), glm::vec3(0.0f));
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      glm::vec3& place_m = sheet_m[r * columns + c];
      if (c > 0) place_m.x = sheet_m[c - 1].x + glm::distance(at(c - 1, rows / 2), at(c, rows / 2));
      if (r > 0) place_m.y = sheet_m[(r - 1) * columns].y + glm::distance(at(0, r - 1), at(0, r));
    }
  return sheet_m;
}

}  // namespace

ClothGrid grid_of(const ClothTable& t) {
  ClothGrid grid;
  grid.pinned = pinned_vertices(t.pins, t.columns, t.rows);
  if (t.shape == "grid") {
    grid.mesh = grid_mesh(t.columns, t.rows, t.size_m, t.center_m, t.right.unit, t.down.unit);
    grid.rest_m = flat_sheet_m(grid.mesh, t.columns, t.rows);
    return grid;
  }
  if (t.shape == "sack") {
    grid.mesh = sack_mesh(t.columns, t.rows, t.diameter_m, t.depth_m, t.center_m);
    grid.rest_m = grid.mesh.positions_m;
    return grid;
  }
  std::vector<glm::vec3> along_m;
  for (const auto& [x, y, z] : t.along_m) along_m.push_back(t.center_m + glm::vec3(x, y, z));
  grid.mesh = band_mesh(t.columns, t.rows, t.width_m, along_m, t.down.unit);
  grid.rest_m = flat_sheet_m(grid.mesh, t.columns, t.rows);
  return grid;
}

}  // namespace limber
