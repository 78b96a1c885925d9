#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/attachment.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// A soft body: the simulated mesh and the drawn one.
struct Solid {
  TetraMesh mesh;                         ///< at rest
  TriangleMesh drawn;                     ///< empty: the boundary of `mesh` is drawn
  std::vector<Attachment> drawn_on_mesh;  ///< of drawn.positions_m: attach_drawn()
  float density_kg_m3 = 1000.0f;
  bool bends = false;  ///< whether edges of the boundary resist folding [Fratarcangeli13, scene s1]
  Material material;
};

/// Placement of a copy of a solid: x becomes turn * x + at_m.
struct Placement {
  glm::mat3 turn{1.0f};  ///< a rotation
  glm::vec3 at_m{0.0f};
};

}  // namespace limber
