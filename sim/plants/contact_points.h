#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Points spread over a surface: first the one furthest from its middle, then always the one that
/// is furthest from all that are there (Gonzalez, "Clustering to minimize the maximum intercluster
/// distance", 1985), until no vertex is further than `spacing_m` from the nearest, or there are
/// `most`. Returns indices of vertices, rising.
std::vector<int> contact_points(const std::vector<glm::vec3>& vertices_m, float spacing_m,
                                int most);

}  // namespace limber
