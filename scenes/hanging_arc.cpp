#include "scenes/hanging_arc.h"

#include <cmath>
#include <numbers>

namespace limber {

std::vector<glm::dvec3> hanging_arc_m(const glm::dvec3& from_m, const glm::dvec3& to_m, int links,
                                      double slack) {
  const glm::dvec3 span = to_m - from_m;
  const double distance_m = glm::length(span);
  const glm::dvec3 along = span / distance_m;
  glm::dvec3 down = glm::dvec3(0.0, -1.0, 0.0) + along * along.y;
  if (glm::length(down) < 1e-6) down = glm::dvec3(1.0, 0.0, 0.0);
  down = glm::normalize(down);
  // Half the arc's angle: the line is sin(half) / (links * sin(half / links)) of the links.
  double low = 1e-9, high = std::numbers::pi * 0.999;
  const auto share = [&](double half) { return std::sin(half) / (links * std::sin(half / links)); };
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (share(middle) * slack > 1.0 ? low : high) = middle;
  }
  std::vector<glm::dvec3> points_m;
  const bool straight = slack < 1.0 + 1e-9 || links == 1;
  const double radius_m = 0.5 * distance_m / std::sin(low);
  for (int i = 0; i <= links; ++i) {
    const double share_of_way = static_cast<double>(i) / links;
    if (straight || i == 0 || i == links) {
      points_m.push_back(i == links ? to_m : from_m + span * share_of_way);
      continue;
    }
    const double angle = low * (2.0 * share_of_way - 1.0);
    points_m.push_back(0.5 * (from_m + to_m) + along * (radius_m * std::sin(angle)) +
                       down * (radius_m * (std::cos(angle) - std::cos(low))));
  }
  return points_m;
}

}  // namespace limber
