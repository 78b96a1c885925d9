#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Draws a scene's transparent surfaces over a picture; see shaders/transparent.frag.
class TransparentDrawer {
 public:
  struct Shown {
    bool bodies;  ///< else SurfaceDrawer has drawn them, as wireframe or by field
    bool fluids;  ///< FluidSurface::draw() has just bound its depths
  };
  /// Requires that the frame's uniforms, shadow maps and materials are bound; `targets` holds the
  /// picture, including fluids.
  void draw(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
            const Targets& targets, const Shown& shown);

 private:
  void fit(const Targets& targets);
  void add_up(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
              const Shown& shown) const;

  glm::ivec2 size_px_{0};
  int samples_ = 0;
  GlTexture passes_, adds_;
  GlFramebuffer framebuffer_;
};

}  // namespace limber
