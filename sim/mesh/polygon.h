#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace limber {

/// Triangulates a polygon, convex or not, into corners.size() - 2 triangles of the same winding by
/// ear clipping, shortest diagonal first. `corners`: at least three indices into `positions`.
std::vector<glm::uvec3> triangulated(std::span<const unsigned> corners,
                                     std::span<const glm::vec3> positions);

/// Whether a triangle has no area, up to rounding.
bool degenerate(glm::uvec3 triangle, std::span<const glm::vec3> positions);

}  // namespace limber
