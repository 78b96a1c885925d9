#include "sim/fluid/cube_cases.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace limber {

namespace {

constexpr int edge_codes = 3 * 8;

/// The edge between two corners that differ in one axis.
int edge_between(int a, int b) {
  const int axis = (a ^ b) == 1 ? 0 : (a ^ b) == 2 ? 1 : 2;
  return 8 * axis + (a & b);
}

/// The corners of a face, counter-clockwise seen from outside of the cell.
std::array<int, 4> corners_of_face(int axis, int side) {
  const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side << axis;
  return side == 1 ? std::array{base, base | u, base | u | v, base | v}
                   : std::array{base, base | v, base | u | v, base | u};
}

/// The faces that contain an edge, as bits.
int faces_of_edge(int edge) {
  const int along = edge >> 3, corner = edge & 7;
  int faces = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (axis != along) faces |= 1 << (2 * axis + (corner >> axis & 1));
  return faces;
}

/// Triangulates by cutting ears whose new side does not lie in a face of the cell, where it could
/// meet that of another polygon.
bool fill_polygon(std::vector<int> polygon, std::vector<int>& triangles) {
  const std::size_t n = polygon.size();
  const std::size_t filled = triangles.size();
  for (std::size_t k = 0; k < n; ++k) {
    const int before = polygon[(k + n - 1) % n], after = polygon[(k + 1) % n];
    if (n > 3 && (faces_of_edge(before) & faces_of_edge(after)) != 0) continue;
    triangles.insert(triangles.end(), {before, polygon[k], after});
    if (n == 3) return true;
    std::vector<int> rest = polygon;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    if (fill_polygon(rest, triangles)) return true;
    triangles.resize(filled);
  }
  return false;
}

CubeCase case_of(int inside) {
  // Segments on the faces, from the edge where the face's boundary leaves the fluid to the edge
  // where it enters again.
  std::array<int, edge_codes> next;
  next.fill(-1);
  const auto in = [&](int corner) { return (inside >> corner & 1) != 0; };
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      const std::array<int, 4> corners = corners_of_face(axis, side);
      for (int k = 0; k < 4; ++k) {
        if (in(corners[k]) || !in(corners[(k + 1) % 4])) continue;
        int last = (k + 1) % 4;
        while (in(corners[(last + 1) % 4])) last = (last + 1) % 4;
        next[edge_between(corners[k], corners[(k + 1) % 4])] =
            edge_between(corners[last], corners[(last + 1) % 4]);
      }
    }
  std::vector<int> triangles;
  for (int start = 0; start < edge_codes; ++start) {
    std::vector<int> polygon;
    for (int edge = start; next[edge] >= 0;) {
      polygon.push_back(edge);
      const int on = next[edge];
      next[edge] = -1;
      edge = on;
    }
    if (polygon.empty()) continue;
    [[maybe_unused]] const bool could = fill_polygon(polygon, triangles);
    assert(could);
  }
  CubeCase found{static_cast<std::int8_t>(triangles.size() / 3), {}};
  assert(triangles.size() <= std::size(found.edges));
  std::ranges::copy(triangles, found.edges);
  return found;
}

}  // namespace

std::vector<CubeCase> cube_cases() {
  std::vector<CubeCase> cases;
  for (int inside = 0; inside < 256; ++inside) cases.push_back(case_of(inside));
  return cases;
}

}  // namespace limber
