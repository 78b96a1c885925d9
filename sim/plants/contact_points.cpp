#include "sim/plants/contact_points.h"

#include <algorithm>
#include <limits>

#include "sim/mesh/box_tree.h"

namespace limber {

ContactPoints contact_points(const std::vector<glm::vec3>& vertices_m, float spacing_m,
                             int max_points) {
  ContactPoints points;
  if (vertices_m.empty()) return points;
  Box box;
  for (const glm::vec3& x : vertices_m) box.add(x);
  const glm::vec3 middle = 0.5f * (box.low_m + box.high_m);
  const auto to_middle_m = [&](const glm::vec3& x) { return glm::distance(x, middle); };
  auto next = std::ranges::max_element(vertices_m, {}, to_middle_m) - vertices_m.begin();
  std::vector<float> distances_m(vertices_m.size(), std::numeric_limits<float>::infinity());
  do {
    points.vertices.push_back(static_cast<int>(next));
    for (std::size_t i = 0; i < vertices_m.size(); ++i)
      distances_m[i] = std::min(distances_m[i], glm::distance(vertices_m[i], vertices_m[next]));
    next = std::ranges::max_element(distances_m) - distances_m.begin();
    points.distance_m = distances_m[next];
  } while (points.distance_m > spacing_m && static_cast<int>(points.vertices.size()) < max_points);
  std::ranges::sort(points.vertices);
  return points;
}

}  // namespace limber
