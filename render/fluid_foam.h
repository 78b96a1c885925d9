#pragma once

#include <glm/glm.hpp>

#include "render/fluids.h"
#include "render/gl_object.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Draws the white water of fluids over their surface: shaders/foam_splat.comp and foam.comp.
class FluidFoam {
 public:
  /// Requires that the frame's uniforms, shadow maps and FluidSurface's textures are bound;
  /// `targets` holds the picture with the surface.
  void draw(const FluidPrograms& programs, const Fluids& fluids, unsigned vertices,
            const Targets& targets);

 private:
  void fit(glm::ivec2 size_px);

  glm::ivec2 size_px_{0};
  GlTexture sums_;
};

}  // namespace limber
