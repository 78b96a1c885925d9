#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/collider.h"
#include "kernels/world/move_colliders.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// The drawn mesh of a collider that can move.
struct ColliderMesh {
  int collider = 0;
  StaticMesh mesh;         ///< relative to the collider's centre, oriented as at the start
  int first_together = 0;  ///< first of the colliders that are dragged with it
  int together = 0;        ///< how many; 0: it cannot be dragged
};

/// The path that a collider follows.
struct MovedCollider {
  int collider = 0;
  std::vector<PathKey> keys;  ///< at least two, in ascending order of time from 0 s
  bool repeats = true;
};

/// Distance samples of a collider of the shape `mesh`, in the order of DistanceField.
struct SampledCollider {
  int collider = 0;
  std::shared_ptr<const std::vector<float>> samples_m;
  /// The sampled surface, in the collider's frame; null: no contacts with its faces.
  std::shared_ptr<const TriangleMesh> surface{};
};

/// Colliders that move as one, such as a drum with its lifters.
struct JoinedColliders {
  int first = 0;
  int count = 0;
};

/// Colliders and scenery around the systems of a world. Host memory.
struct Surroundings {
  std::vector<Collider> colliders;
  std::vector<MovedCollider> paths;
  std::vector<SampledCollider> sampled;
  std::vector<StaticMesh> scenery;  ///< drawn meshes that never move, without the ground
  std::vector<ColliderMesh> drawn;  ///< colliders that turn, move or can be dragged
  std::vector<JoinedColliders> joined;
  std::vector<std::string> names;  ///< of the first colliders, for messages; the others have none
  /// Whether surfaces also collide with faces of colliders, besides points with their distance.
  bool faces_touch = true;
};

}  // namespace limber
