#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/contact/contact_mesh.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The surfaces of bodies as contacts see them. Host memory; see ContactMesh.
struct ContactSurface {
  std::vector<int> points;
  std::vector<glm::ivec3> things;  ///< triangles, then edges, in the order of their trees' leaves
  std::vector<TriangleSides> sides;
  Lists neighbors;  ///< of each particle along edges
  int triangles = 0;

  // Both trees: of the triangles, then of the edges.
  std::vector<RegionNode> nodes;
  int edge_root = 0;
  /// Small parts of the trees: their nodes, children before parents. Parts of a tier do not need
  /// each other, only those of the tiers before.
  Lists parts;
  std::vector<int> first_part_of_tier;  ///< and one more: the number of all parts
};

/// places_m, body: of each particle. Triangles of a body lie together in the tree, so that it stays
/// a good one where bodies move about.
ContactSurface contact_surface_of(const std::vector<glm::vec3>& places_m,
                                  const std::vector<int>& body,
                                  const std::vector<glm::uvec3>& triangles);

}  // namespace limber
