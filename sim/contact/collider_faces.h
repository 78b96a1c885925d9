#pragma once

#include <vector>

#include "sim/mesh/triangle_mesh.h"
#include "sim/surroundings.h"

namespace limber {

/// The surface of a collider, in its own frame.
struct ColliderFaces {
  int collider;
  TriangleMesh mesh;
};

/// Surfaces of the colliders that have edges or corners: boxes, tubes, funnels, and meshes whose
/// surface is known. Host memory.
std::vector<ColliderFaces> faces_of(const Surroundings& around);

}  // namespace limber
