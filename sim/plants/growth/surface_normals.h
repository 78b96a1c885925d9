#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// The mean of the faces around each vertex, weighted by area, unit length; +y where there is none.
std::vector<glm::vec3> surface_normals(const std::vector<glm::vec3>& positions_m,
                                       const std::vector<glm::uvec3>& triangles);

}  // namespace limber
