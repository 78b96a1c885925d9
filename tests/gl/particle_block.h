#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/published_vertex.h"
#include "sim/publish.h"

namespace limber {

/// Fluids at rest whose particles fill boxes.
struct ParticleBlocks {
  /// Fills a box with particles on a lattice, displaced by up to `jitter` times their radius.
  /// fluid: its properties; appended to the list with its vertices set.
  void fill(glm::vec3 low_m, glm::vec3 high_m, DrawnFluid fluid, float jitter = 0.0f);

  DrawList list;
  std::vector<PublishedVertex> vertices;
};

/// A square in the plane z = `z_m`, 2 `half_m` wide, facing +z: matt scenery.
StaticMesh make_wall(float z_m, float half_m, glm::vec3 color);

}  // namespace limber
