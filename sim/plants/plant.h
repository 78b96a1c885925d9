#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/attachment.h"
#include "kernels/pose.h"
#include "sim/publish.h"

// A plant before anything is computed from it: parts that bend by themselves, each riding on its
// parent [Barbic11, Wang20].

namespace limber {

/// What a part is made of.
struct PartMaterial {
  float density_kg_m3 = 700.0f;
  float young_modulus_Pa = 1e8f;
  float poisson_ratio = 0.3f;
};

/// The shape of a part in its own frame: the origin is where it is attached, and it grows along +y.
struct PartShape {
  StaticMesh drawn;
  /// Of the model of finite elements. Unless `drawn_on_nodes` is given, the first nodes are the
  /// vertices of `drawn`, one for one.
  std::vector<glm::vec3> nodes_m;
  std::vector<glm::uvec4> tetrahedra;      ///< of a solid; empty for a shell
  std::vector<glm::uvec3> triangles;       ///< of a shell; empty for a solid
  float thickness_m = 0.0f;                ///< of a shell, and of a rigid leaf, for what it weighs
  std::vector<int> clamped;                ///< nodes that move with the frame; sorted
  std::vector<Attachment> drawn_on_nodes;  ///< where the drawn surface is finer than the model
  PartMaterial material;
  int modes = 0;  ///< 0: the part is rigid and needs no nodes
};

struct PlantPart {
  int shape = 0;
  int parent = -1;  ///< of a smaller index; -1 where it stands on the ground
  Pose rest;        ///< of its frame in the world
};

struct Plant {
  std::vector<PartShape> shapes;
  std::vector<PlantPart> parts;
};

}  // namespace limber
