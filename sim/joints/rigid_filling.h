#pragma once

#include <vector>

#include "sim/publish.h"

namespace limber {

/// Equal balls that stand for what a body fills, so that a fluid around it sees it full.
struct RigidFilling {
  float radius_m = 0.0f;
  std::vector<glm::vec3> centers_m;
  std::vector<float> fullness;  ///< of each, as a share of its volume, from 0 to 1
};

/// Fills closed surfaces that face outward, which may overlap, with one ball a cell of a grid whose
/// cells are about 1.2 spacings wide, each as full as its cell. Cells that no particle outside sees
/// are left out. At least one.
RigidFilling filling_of(const StaticMesh& surface, float spacing_m);

}  // namespace limber
