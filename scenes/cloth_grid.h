#pragma once

#include <vector>

#include "scenes/cloth_table.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The rectangle of cloth that a [[cloth]] is in the shape of a grid, a band or a sack.
struct ClothGrid {
  TriangleMesh mesh;              ///< vertex (c, r) at r * columns + c
  std::vector<glm::vec3> rest_m;  ///< as DrawList::rest_m has them
  std::vector<int> pinned;        ///< vertices
};

ClothGrid grid_of(const ClothTable& table);

}  // namespace limber
