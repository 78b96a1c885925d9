#include "app/compare/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

float largest_distance_m(std::span<const glm::vec3> a, std::span<const glm::vec3> b) {
  float largest_m = 0.0f;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const float m = glm::distance(a[i], b[i]);
    if (!std::isfinite(m)) return std::numeric_limits<float>::infinity();
    largest_m = std::max(largest_m, m);
  }
  return largest_m;
}

void Difference::add(double time_s, float largest_m) {
  constexpr std::size_t kept = 400;
  if (!history_.empty() && history_.back().time_s > time_s) history_.clear();
  if (!history_.empty() && history_.back().time_s == time_s) {
    history_.back().largest_m = std::max(history_.back().largest_m, largest_m);
    return;
  }
  history_.push_back({time_s, largest_m});
  if (history_.size() > kept) history_.pop_front();
}

}  // namespace limber
