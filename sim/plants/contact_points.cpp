#include "sim/plants/contact_points.h"

#include <algorithm>
#include <limits>

namespace limber {

namespace {

float squared(const glm::vec3& v) { return glm::dot(v, v); }

}  // namespace

std::vector<int> contact_points(const std::vector<glm::vec3>& vertices_m, float spacing_m,
                                int most) {
  if (vertices_m.empty()) return {};
  glm::vec3 low(std::numeric_limits<float>::max()), high(-low);
  for (const glm::vec3& x : vertices_m) {
    low = glm::min(low, x);
    high = glm::max(high, x);
  }
  const glm::vec3 middle = 0.5f * (low + high);
  std::vector<float> far_m2;  // from what has been chosen; at first, from the middle
  for (const glm::vec3& x : vertices_m) far_m2.push_back(squared(x - middle));
  std::vector<int> chosen;
  while (static_cast<int>(chosen.size()) < most) {
    const auto furthest = std::ranges::max_element(far_m2);
    if (!chosen.empty() && *furthest <= spacing_m * spacing_m) break;
    chosen.push_back(static_cast<int>(furthest - far_m2.begin()));
    const glm::vec3 at = vertices_m[chosen.back()];
    for (std::size_t i = 0; i < far_m2.size(); ++i) {
      const float to_it_m2 = squared(vertices_m[i] - at);
      far_m2[i] = chosen.size() == 1 ? to_it_m2 : std::min(far_m2[i], to_it_m2);
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace limber
