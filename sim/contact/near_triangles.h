#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Whether two triangles cross or are closer than a distance.
bool triangles_are_near(const std::vector<glm::vec3>& places_m, const glm::uvec3& a,
                        const glm::uvec3& b, float distance_m);

}  // namespace limber
