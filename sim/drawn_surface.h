#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "sim/publish.h"

namespace limber {

/// A drawn surface whose vertices are attached to particles or nodes.
struct DrawnSurface {
  std::vector<Attachment> vertices;
  std::vector<glm::uvec3> triangles;  ///< into vertices
  std::vector<SurfacePart> parts;
  std::vector<glm::vec3> rest_m;  ///< of cloth, one per vertex: see DrawList::rest_m
};

}  // namespace limber
