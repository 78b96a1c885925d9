#include "sim/one_body.h"

#include <set>

namespace limber {

DrawnSurface drawn_of(const DrawnSurface& all, const PointsOfBody& body) {
  DrawnSurface drawn;
  std::vector<int> vertex(all.vertices.size(), -1);
  for (std::size_t v = 0; v < all.vertices.size(); ++v) {
    Attachment on = all.vertices[v];
    if (!body.has(on.corners.x)) continue;
    for (int k = 0; k < 4; ++k) on.corners[k] = body.place[on.corners[k]];
    vertex[v] = static_cast<int>(drawn.vertices.size());
    drawn.vertices.push_back(on);
    if (v < all.rest_m.size()) drawn.rest_m.push_back(all.rest_m[v]);
  }
  for (SurfacePart part : all.parts) {
    const int first = part.first_triangle, last = first + part.triangle_count;
    part.first_triangle = static_cast<int>(drawn.triangles.size());
    for (int t = first; t < last; ++t) {
      const glm::uvec3& corners = all.triangles[t];
      if (vertex[corners.x] >= 0)
        drawn.triangles.emplace_back(vertex[corners.x], vertex[corners.y], vertex[corners.z]);
    }
    part.triangle_count = static_cast<int>(drawn.triangles.size()) - part.first_triangle;
    if (part.triangle_count > 0) drawn.parts.push_back(part);
  }
  return drawn;
}

std::vector<int> free_bodies(std::vector<int> body_of_point, const std::vector<bool>& held) {
  std::set<int> held_bodies;
  for (std::size_t i = 0; i < body_of_point.size(); ++i)
    if (held[i]) held_bodies.insert(body_of_point[i]);
  for (int& body : body_of_point)
    if (held_bodies.contains(body)) body = -1;
  return body_of_point;
}

}  // namespace limber
