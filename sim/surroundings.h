#pragma once

#include <vector>

#include "kernels/collider.h"
#include "sim/publish.h"

namespace limber {

/// What is seen of a collider that turns.
struct TurningMesh {
  int collider = 0;
  StaticMesh mesh;  ///< around the collider's centre, as it lies at the start
};

/// What stands around the systems of a world. Host memory.
struct Surroundings {
  std::vector<Collider> colliders;
  std::vector<StaticMesh> scenery;  ///< what stands still as it is drawn, without the ground
  std::vector<TurningMesh> turning_scenery;
};

}  // namespace limber
