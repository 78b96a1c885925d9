#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Area-weighted vertex normals of unit length; +y for vertices without triangles.
std::vector<glm::vec3> surface_normals(const std::vector<glm::vec3>& positions_m,
                                       const std::vector<glm::uvec3>& triangles);

}  // namespace limber
