// [Catmull74].

#include "sim/mesh/band_mesh.h"

#include <algorithm>

#include "sim/mesh/surfaces.h"

namespace limber {

namespace {

using glm::dvec3;

/// A polyline of many short pieces, on a smooth curve through the points.
std::vector<dvec3> curve_through(const std::vector<glm::vec3>& points_m) {
  constexpr int pieces = 64;  // from each point to the next
  const int last = static_cast<int>(points_m.size()) - 1;
  const auto point = [&](int i) -> dvec3 {  // extrapolated linearly beyond the ends
    if (i < 0) return 2.0 * dvec3(points_m[0]) - dvec3(points_m[1]);
    if (i > last) return 2.0 * dvec3(points_m[last]) - dvec3(points_m[last - 1]);
    return points_m[i];
  };
  std::vector<dvec3> curve{point(0)};
  for (int i = 0; i < last; ++i) {
    const dvec3 a = point(i), b = point(i + 1);
    const dvec3 da = 0.5 * (b - point(i - 1)), db = 0.5 * (point(i + 2) - a);
    const dvec3 c2 = 3.0 * (b - a) - 2.0 * da - db, c3 = 2.0 * (a - b) + da + db;
    for (int k = 1; k <= pieces; ++k) {
      const double s = static_cast<double>(k) / pieces;
      curve.push_back(a + s * (da + s * (c2 + s * c3)));
    }
  }
  return curve;
}

/// `count` points at equal arc lengths, from start to end.
std::vector<dvec3> evenly_along(const std::vector<dvec3>& curve, int count) {
  std::vector<double> arc_m{0.0};
  for (std::size_t i = 1; i < curve.size(); ++i)
    arc_m.push_back(arc_m.back() + glm::distance(curve[i - 1], curve[i]));
  std::vector<dvec3> points;
  std::size_t k = 0;
  for (int i = 0; i < count; ++i) {
    const double wanted_m = arc_m.back() * i / (count - 1);
    while (k + 2 < curve.size() && arc_m[k + 1] < wanted_m) ++k;
    const double share = (wanted_m - arc_m[k]) / (arc_m[k + 1] - arc_m[k]);
    points.push_back(curve[k] + std::min(share, 1.0) * (curve[k + 1] - curve[k]));
  }
  return points;
}

}  // namespace

TriangleMesh band_mesh(int columns, int rows, float width_m, const std::vector<glm::vec3>& along_m,
                       const glm::vec3& across) {
  TriangleMesh mesh = grid_mesh(columns, rows, glm::vec2(1.0f), {}, {1, 0, 0}, {0, 1, 0});
  const std::vector<dvec3> middle = evenly_along(curve_through(along_m), columns);
  for (int c = 0; c < columns; ++c) {
    const dvec3 along =
        glm::normalize(middle[std::min(c + 1, columns - 1)] - middle[std::max(c - 1, 0)]);
    const dvec3 side = dvec3(across) - along * glm::dot(along, dvec3(across));
    const dvec3 unit = side / std::max(glm::length(side), 1e-6);
    for (int r = 0; r < rows; ++r) {
      const double share = static_cast<double>(r) / (rows - 1) - 0.5;
      mesh.positions_m[r * columns + c] =
          glm::vec3(middle[c] + unit * (share * static_cast<double>(width_m)));
    }
  }
  return mesh;
}

}  // namespace limber
