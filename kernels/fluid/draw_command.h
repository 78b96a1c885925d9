#pragma once

// How OpenGL learns how many triangles a fluid's surface has, with no way through the host.

#include <glm/glm.hpp>

#include "kernels/fluid/surface_blocks.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// In rows of three numbers, as many as a command takes; triangles follow.
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
