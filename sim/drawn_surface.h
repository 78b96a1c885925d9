#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "sim/publish.h"

namespace limber {

/// What is seen of particles or nodes: vertices that ride on them.
struct DrawnSurface {
  std::vector<Attachment> vertices;
  std::vector<glm::uvec3> triangles;  ///< into vertices
  std::vector<SurfacePart> parts;
  std::vector<glm::vec3> rest_m;  ///< of cloth, one a vertex: as DrawList::rest_m has them
};

}  // namespace limber
