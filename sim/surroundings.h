#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/collider.h"
#include "kernels/world/move_colliders.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// What is seen of a collider that can move.
struct ColliderMesh {
  int collider = 0;
  StaticMesh mesh;         ///< around the collider's centre, as it lies at the start
  int first_together = 0;  ///< colliders that are dragged with it
  int together = 0;        ///< 0: it cannot be dragged
};

/// The path that a collider follows.
struct MovedCollider {
  int collider = 0;
  std::vector<PathKey> keys;  ///< at least two, from 0 s on, in the order of their times
  bool repeats = true;
};

/// The samples of a collider of the shape mesh, in the order of DistanceField.
struct SampledCollider {
  int collider = 0;
  std::shared_ptr<const std::vector<float>> samples_m;
  /// What they were sampled of, in the collider's frame; null: it has no faces to touch with.
  std::shared_ptr<const TriangleMesh> surface{};
};

/// Colliders that move as one, as a drum with its lifters.
struct JoinedColliders {
  int first = 0;
  int count = 0;
};

/// What stands around the systems of a world. Host memory.
struct Surroundings {
  std::vector<Collider> colliders;
  std::vector<MovedCollider> paths;
  std::vector<SampledCollider> sampled;
  std::vector<StaticMesh> scenery;  ///< what stands still as it is drawn, without the ground
  std::vector<ColliderMesh> drawn;  ///< what turns, moves or can be dragged
  std::vector<JoinedColliders> joined;
  std::vector<std::string> names;  ///< of colliders, for messages; those after have none
  /// Whether contacts of surfaces see the faces of colliders, and not only points their distance.
  bool faces_touch = true;
};

}  // namespace limber
