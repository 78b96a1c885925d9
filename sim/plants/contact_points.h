#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

struct ContactPoints {
  std::vector<int> vertices;  ///< ascending
  float distance_m = 0.0f;    ///< max. distance from a vertex to the nearest of them
};

/// Farthest-point sampling of a surface [Gonzalez85], starting with a vertex far from the middle,
/// until no vertex is farther than `spacing_m` from the points or there are `max_points`.
ContactPoints contact_points(const std::vector<glm::vec3>& vertices_m, float spacing_m,
                             int max_points);

}  // namespace limber
