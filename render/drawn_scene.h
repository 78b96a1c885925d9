#pragma once

#include <span>

#include "render/scene_buffers.h"
#include "render/shared_vertices.h"

namespace limber {

/// What a frame draws of a scene.
struct DrawnScene {
  const SceneBuffers& buffers;
  const Instances& instances;              ///< its bodies, or the spheres that represent them
  unsigned vertices = 0;                   ///< the published ones; 0: only the surroundings
  Instances::Viewer eye = Instances::eye;  ///< for whom instances were chosen
  /// One per fluid; empty: their surfaces are made in screen space.
  std::span<const DrawnFluidMesh> fluid_meshes{};
};

}  // namespace limber
