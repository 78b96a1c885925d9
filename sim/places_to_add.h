#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace limber {

/// Middles of places for a body that is added at a point, best first: above the point, else higher
/// or beside it towards the eye. If the body would fill the picture there, or leave it, places
/// farther from the eye come first, beside what is at the point.
std::vector<glm::vec3> places_to_add(const glm::vec3& at_m, const std::optional<glm::vec3>& eye_m,
                                     const glm::vec3& half_size_m);

}  // namespace limber
