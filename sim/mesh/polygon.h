#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace limber {

/// Cuts a polygon, convex or not, into corners.size() - 2 triangles of the same winding, by ears,
/// those with the shortest cut first. `corners` index into `positions`; at least three.
std::vector<glm::uvec3> triangulated(std::span<const unsigned> corners,
                                     std::span<const glm::vec3> positions);

/// Whether a triangle has no area but for rounding.
bool degenerate(glm::uvec3 triangle, std::span<const glm::vec3> positions);

}  // namespace limber
