#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Draws a scene's transparent surfaces over a picture; shaders/transparent.frag says how.
class TransparentDrawer {
 public:
  struct Shown {
    bool bodies;  ///< else SurfaceDrawer has drawn them, as lines or by a field
    bool fluids;  ///< FluidSurface::draw() has just left its depths bound
  };
  /// The frame's uniforms, shadow maps and materials are bound; `targets` holds the picture, fluids
  /// included.
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
