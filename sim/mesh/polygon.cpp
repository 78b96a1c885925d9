#include "sim/mesh/polygon.h"

#include <algorithm>
#include <limits>

namespace limber {

namespace {

/// Double area over longest edge squared below which a triangle is degenerate, up to rounding.
constexpr double flat_triangle = 1e-7;

/// Newell's normal: twice the area, along the normal of the best-fitting plane.
glm::dvec3 area_vector(std::span<const glm::dvec3> points) {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 2; i < points.size(); ++i)
    sum += glm::cross(points[i - 1] - points[0], points[i] - points[0]);
  return sum;
}

bool no_area(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const double longest =
      std::max({glm::dot(b - a, b - a), glm::dot(c - b, c - b), glm::dot(a - c, a - c)});
  return glm::length(glm::cross(b - a, c - a)) <= flat_triangle * longest;
}

}  // namespace

std::vector<glm::uvec3> triangulated(std::span<const unsigned> corners,
                                     std::span<const glm::vec3> positions) {
  std::vector<unsigned> index(corners.begin(), corners.end());
  std::vector<glm::dvec3> at;
  for (unsigned corner : corners) at.emplace_back(positions[corner]);
  const glm::dvec3 normal = area_vector(at);
  // Positive if `point` is left of the line from `from` to `to`, with the polygon
  // counter-clockwise.
  const auto side = [&](const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& point) {
    return glm::dot(glm::cross(to - from, point - from), normal);
  };

  std::vector<glm::uvec3> triangles;
  while (index.size() > 3) {
    const std::size_t n = index.size();
    std::size_t best = 0;  // any corner if a self-intersecting polygon has no ear
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
      const glm::dvec3 &a = at[(i + n - 1) % n], &b = at[i], &c = at[(i + 1) % n];
      const double cut = glm::dot(c - a, c - a);
      if (cut >= shortest || side(a, b, c) <= 0.0 || no_area(a, b, c)) continue;
      const bool covered = std::any_of(at.begin(), at.end(), [&](const glm::dvec3& p) {
        return p != a && p != b && p != c && side(a, b, p) >= 0.0 && side(b, c, p) >= 0.0 &&
               side(c, a, p) >= 0.0;
      });
      if (covered) continue;
      best = i;
      shortest = cut;
    }
    triangles.emplace_back(index[(best + n - 1) % n], index[best], index[(best + 1) % n]);
    index.erase(index.begin() + static_cast<std::ptrdiff_t>(best));
    at.erase(at.begin() + static_cast<std::ptrdiff_t>(best));
  }
  triangles.emplace_back(index[0], index[1], index[2]);
  return triangles;
}

bool degenerate(glm::uvec3 triangle, std::span<const glm::vec3> positions) {
  return no_area(positions[triangle.x], positions[triangle.y], positions[triangle.z]);
}

}  // namespace limber
