#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"
#include "render/gl_object.h"
#include "render/programs.h"
#include "render/targets.h"
#include "sim/look.h"

namespace limber {

/// Blurs what is not in focus in a finished picture (shaders/lens.comp).
class LensBlur {
 public:
  /// The frame's uniforms are bound, and where fluids are shown their depth is at the unit that
  /// shaders/lens.glsl says. taps: most of them, a pixel.
  void draw(const LensPrograms& programs, const Targets& targets, const Camera& camera, Lens lens,
            bool fluids_shown, int taps);

 private:
  void fit(glm::ivec2 size_px);
  void run(const GlProgram& program, glm::ivec2 groups) const;

  glm::ivec2 size_px_{0};
  GlTexture focus_, light_, circles_;
};

}  // namespace limber
