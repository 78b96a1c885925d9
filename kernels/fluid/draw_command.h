#pragma once

// Indirect draw command for a fluid's surface: the triangle count stays on the GPU.

#include <glm/glm.hpp>

#include "kernels/fluid/surface_blocks.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Rows of three numbers that a command takes; the triangles follow.
inline constexpr int command_rows = 2;

/// Writes OpenGL's struct DrawElementsIndirectCommand. One element.
struct WriteDrawCommand {
  View<const SurfaceCounts> counts;
  int room;  ///< for triangles
  View<glm::uvec3> command;

  LIMBER_HD void operator()(int) const {
    const int triangles = counts[0].triangles < room ? counts[0].triangles : room;
    command[0] = {3u * static_cast<unsigned>(triangles), 1u, 3u * command_rows};
    command[1] = glm::uvec3(0);
  }
};

}  // namespace limber
