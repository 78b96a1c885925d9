// [Akinci12] represents a body by particles on its surface; here particles fill it, so that their
// volume is known.

#include "sim/joints/rigid_filling.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace limber {

namespace {

/// Width of a cell. Narrower ones would be too many for the neighbour list of a particle.
constexpr float filling_cell_spacings = 1.2f;
/// Sampling lines per cell along each of the two axes across them.
constexpr int lines_per_cell = 4;
/// Of a cell; the volume of emptier ones is spread over the others.
constexpr float min_fullness = 0.2f;

struct Grid {
  glm::vec3 low_m, cell_m;
  glm::ivec3 cells;

  int at(const glm::ivec3& c) const { return (c.z * cells.y + c.y) * cells.x + c.x; }
  int size() const { return cells.x * cells.y * cells.z; }
};

Grid grid_around(const StaticMesh& surface, float spacing_m) {
  glm::vec3 low_m(std::numeric_limits<float>::max()), high_m = -low_m;
  for (const glm::vec3& x : surface.positions_m) {
    low_m = glm::min(low_m, x);
    high_m = glm::max(high_m, x);
  }
  const glm::ivec3 cells =
      glm::max(glm::ivec3(glm::round((high_m - low_m) / (filling_cell_spacings * spacing_m))),
               glm::ivec3(1));
  return {low_m, (high_m - low_m) / glm::vec3(cells), cells};
}

/// Where lines along y cross a surface, and whether they enter (1) or leave (-1) its inside.
struct Crossings {
  glm::ivec2 lines;  ///< along x and z
  std::vector<std::vector<std::pair<float, int>>> of_line;
};

Crossings crossings_of(const StaticMesh& surface, const Grid& grid) {
  Crossings all{lines_per_cell * glm::ivec2(grid.cells.x, grid.cells.z), {}};
  all.of_line.resize(static_cast<std::size_t>(all.lines.x) * all.lines.y);
  const glm::dvec2 apart_m(grid.cell_m.x / lines_per_cell, grid.cell_m.z / lines_per_cell);
  // Off the middle, so that no line meets an edge of a regular surface.
  const glm::dvec2 first_m =
      glm::dvec2(grid.low_m.x, grid.low_m.z) + apart_m * glm::dvec2(0.493, 0.511);
  const auto across = [](const glm::vec3& x) { return glm::dvec2(x.x, x.z); };
  const auto cross = [](const glm::dvec2& a, const glm::dvec2& b) { return a.x * b.y - a.y * b.x; };
  for (const glm::uvec3& t : surface.triangles) {
    const glm::vec3 corners_m[] = {surface.positions_m[t.x], surface.positions_m[t.y],
                                   surface.positions_m[t.z]};
    const glm::dvec2 a = across(corners_m[0]), b = across(corners_m[1]), c = across(corners_m[2]);
    const double area = cross(b - a, c - a);
    if (area == 0.0) continue;
    const glm::ivec2 from(glm::ceil((glm::min(a, glm::min(b, c)) - first_m) / apart_m));
    const glm::ivec2 to(glm::floor((glm::max(a, glm::max(b, c)) - first_m) / apart_m));
    for (int z = std::max(from.y, 0); z <= std::min(to.y, all.lines.y - 1); ++z)
      for (int x = std::max(from.x, 0); x <= std::min(to.x, all.lines.x - 1); ++x) {
        const glm::dvec2 p = first_m + apart_m * glm::dvec2(x, z);
        const double u = cross(b - p, c - p) / area, v = cross(c - p, a - p) / area;
        if (u < 0.0 || v < 0.0 || u + v > 1.0) continue;
        const double y = u * corners_m[0].y + v * corners_m[1].y + (1.0 - u - v) * corners_m[2].y;
        all.of_line[static_cast<std::size_t>(z) * all.lines.x + x].emplace_back(
            static_cast<float>(y), area > 0.0 ? 1 : -1);
      }
  }
  return all;
}

/// For each cell the share that is inside (w), and this times its centroid.
std::vector<glm::vec4> insides_of(Crossings& crossings, const Grid& grid) {
  std::vector<glm::vec4> insides(grid.size(), glm::vec4(0.0f));
  for (int line = 0; line < static_cast<int>(crossings.of_line.size()); ++line) {
    auto& through = crossings.of_line[line];
    std::ranges::sort(through);
    const int x = line % crossings.lines.x, z = line / crossings.lines.x;
    const auto middle = [&](int at) { return (static_cast<float>(at) + 0.5f) / lines_per_cell; };
    int depth = 0;
    for (std::size_t k = 0; k + 1 < through.size(); ++k) {
      depth += through[k].second;
      if (depth <= 0) continue;
      for (int y = 0; y < grid.cells.y; ++y) {
        const float low_m = grid.low_m.y + grid.cell_m.y * static_cast<float>(y);
        const float from_m = std::max(through[k].first, low_m);
        const float to_m = std::min(through[k + 1].first, low_m + grid.cell_m.y);
        if (!(to_m > from_m)) continue;
        const float share = (to_m - from_m) / (grid.cell_m.y * lines_per_cell * lines_per_cell);
        const glm::vec3 place_m(grid.low_m.x + grid.cell_m.x * middle(x), 0.5f * (from_m + to_m),
                                grid.low_m.z + grid.cell_m.z * middle(z));
        insides[grid.at({x / lines_per_cell, y, z / lines_per_cell})] +=
            glm::vec4(place_m, 1.0f) * share;
      }
    }
  }
  return insides;
}

}  // namespace

RigidFilling filling_of(const StaticMesh& surface, float spacing_m) {
  const Grid grid = grid_around(surface, spacing_m);
  Crossings crossings = crossings_of(surface, grid);
  const std::vector<glm::vec4> insides = insides_of(crossings, grid);
  const float min_share = std::min(min_fullness, std::ranges::max(insides, {}, &glm::vec4::w).w);
  float all = 0.0f, taken = 0.0f;
  for (const glm::vec4& inside : insides) {
    all += inside.w;
    if (inside.w >= min_share) taken += inside.w;
  }
  RigidFilling filling;
  const float volume_m3 = grid.cell_m.x * grid.cell_m.y * grid.cell_m.z;
  filling.radius_m = std::cbrt(3.0f * volume_m3 / (4.0f * std::numbers::pi_v<float>));
  for (int k = 0; k < grid.size(); ++k) {
    const glm::vec4 inside = insides[k];
    if (!(inside.w >= min_share) || !(inside.w > 0.0f)) continue;
    filling.centers_m.push_back(glm::vec3(inside) / inside.w);
    filling.fullness.push_back(inside.w * all / taken);
  }
  if (filling.centers_m.empty()) {  // a surface that encloses nothing
    filling.centers_m.push_back(grid.low_m + 0.5f * grid.cell_m * glm::vec3(grid.cells));
    filling.fullness.push_back(0.0f);
  }
  return filling;
}

}  // namespace limber
