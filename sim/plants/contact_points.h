#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

struct ContactPoints {
  std::vector<int> vertices;  ///< rising
  float distance_m = 0.0f;    ///< from any vertex to the nearest of them, at most
};

/// Points spread over a surface: first a vertex far from the middle, then always the vertex that is
/// farthest from all points [Gonzalez85], until none is farther than `spacing_m`, or there are
/// `max_points`.
ContactPoints contact_points(const std::vector<glm::vec3>& vertices_m, float spacing_m,
                             int max_points);

}  // namespace limber
