#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "kernels/pose.h"
#include "sim/publish.h"

// The description of a plant: parts that bend in their own frames, each attached to its parent
// [Barbic11, Wang20].

namespace limber {

struct PartMaterial {
  float density_kg_m3 = 700.0f;
  float young_modulus_Pa = 1e8f;
  float poisson_ratio = 0.3f;
};

/// The shape of a part in its own frame: the origin is at its attachment, and it grows along +y.
struct PartShape {
  StaticMesh drawn;
  /// Nodes of the finite element model. Unless `drawn_on_nodes` is given, the first nodes are the
  /// vertices of `drawn`.
  std::vector<glm::vec3> nodes_m;
  std::vector<glm::uvec4> tetrahedra;      ///< of a solid; empty for a shell
  std::vector<glm::uvec3> triangles;       ///< of a shell; empty for a solid
  float thickness_m = 0.0f;                ///< of a shell; of a rigid leaf, for its mass
  std::vector<int> clamped;                ///< nodes that move with the frame; sorted
  std::vector<Attachment> drawn_on_nodes;  ///< for a drawn surface that is finer than the model
  PartMaterial material;
  int modes = 0;  ///< 0: the part is rigid and needs no nodes
};

struct PlantPart {
  int shape = 0;
  int parent = -1;  ///< smaller than the part's index; -1: the ground
  Pose rest;        ///< of its frame in the world
};

struct Plant {
  std::vector<PartShape> shapes;
  std::vector<PlantPart> parts;
};

}  // namespace limber
