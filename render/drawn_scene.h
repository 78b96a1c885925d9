#pragma once

#include <span>

#include "render/scene_buffers.h"
#include "render/shared_vertices.h"

namespace limber {

/// A scene as a frame shows it.
struct DrawnScene {
  const SceneBuffers& buffers;
  const Instances& instances;  ///< its bodies, or the spheres that they are made of
  unsigned vertices = 0;       ///< the published ones, or 0 for the surroundings alone
  /// Of each fluid, or none: their surfaces are found on the screen.
  std::span<const DrawnFluidMesh> fluid_meshes{};
};

}  // namespace limber
