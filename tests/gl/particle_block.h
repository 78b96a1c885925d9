#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/published_vertex.h"
#include "sim/publish.h"

namespace limber {

/// Fluids of particles at rest, that fill boxes.
struct ParticleBlocks {
  /// Fills a box with a cube of the particle's own size each, off their places by up to `jitter`
  /// of their radius. fluid: what it is like but for its vertices; appended to the list.
  void fill(glm::vec3 low_m, glm::vec3 high_m, DrawnFluid fluid, float jitter = 0.0f);

  DrawList list;
  std::vector<PublishedVertex> vertices;
};

/// A square in the plane z = `z_m`, 2 `half_m` wide, facing +z: scenery without polish.
StaticMesh make_wall(float z_m, float half_m, glm::vec3 color);

}  // namespace limber
