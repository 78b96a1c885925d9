#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "render/shared_vertices.h"
#include "sim/publish.h"

namespace limber {

/// A box with flat faces, 0.6 x 0.3 x 0.15 m, off the origin of its frame, so that no rotation maps
/// it to itself. Red.
StaticMesh make_block();

struct BlockPose {
  glm::vec3 position_m{0.0f};
  glm::quat turn{1.0f, 0.0f, 0.0f, 0.0f};
  float scalar = 0.0f;
};

/// Instances of a mesh, after `unused` unrelated published vertices.
struct PosedMeshes {
  PosedMeshes(const StaticMesh& mesh, const std::vector<BlockPose>& poses, int unused = 0);
  void publish(SharedVertices& to) const;

  DrawList list;
  std::vector<PublishedVertex> vertices;
};

/// The same instances as plain triangles.
PosedMeshes placed_by_hand(const StaticMesh& mesh, const std::vector<BlockPose>& poses);

}  // namespace limber
