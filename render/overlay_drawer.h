#pragma once

#include "render/mesh_drawer.h"
#include "render/renderer.h"

namespace limber {

/// Draws lines and points over a finished picture.
class OverlayDrawer {
 public:
  /// Leaves blending enabled. vertices: the published ones, or 0; vertex_count: their number.
  void draw(const Overlay& overlay, const GlProgram& program, const MeshDrawer& mesh,
            unsigned vertices, int vertex_count);

 private:
  GlBuffer marks_ = make_buffer();
};

}  // namespace limber
