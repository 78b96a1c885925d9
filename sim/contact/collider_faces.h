#pragma once

#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/surroundings.h"

namespace limber {

/// The surface of a collider, in its own frame.
struct ColliderFaces {
  int collider;
  TriangleMesh mesh;
  /// It is flatter than what is round: it stops edges and faces, and points keep away from the
  /// collider itself.
  bool round = false;
};

/// Of all but the ground, and meshes whose surface is not known. Host memory.
std::vector<ColliderFaces> faces_of(const Surroundings& around);

}  // namespace limber
