#pragma once

#include <vector>

#include "sim/publish.h"

namespace limber {

/// Equal balls that fill a body, which represent it in a fluid.
struct RigidFilling {
  float radius_m = 0.0f;
  std::vector<glm::vec3> centers_m;
  std::vector<float> fullness;  ///< share of each ball's volume that counts, from 0 to 1
};

/// Fills closed, outward facing surfaces, which may overlap, with one ball per cell of a grid with
/// cells about 1.2 spacings wide, each as full as its cell. Nearly empty cells are left out and
/// their volume is given to the others. Returns at least one ball.
RigidFilling filling_of(const StaticMesh& surface, float spacing_m);

}  // namespace limber
