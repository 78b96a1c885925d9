#pragma once

#include <algorithm>
#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/box.h"

namespace limber {

/// The mean diagonal of the boxes around each run of so many points: small where points that follow
/// each other are near each other.
inline float mean_size_of_runs_m(const std::vector<glm::vec3>& points_m, std::size_t run) {
  float sum_m = 0.0f;
  int runs = 0;
  for (std::size_t first = 0; first < points_m.size(); first += run, ++runs) {
    Box box;
    for (std::size_t i = first; i < std::min(first + run, points_m.size()); ++i)
      box.add(points_m[i]);
    sum_m += glm::distance(box.low_m, box.high_m);
  }
  return sum_m / static_cast<float>(runs);
}

}  // namespace limber
