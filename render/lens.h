#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"
#include "render/gl_object.h"
#include "render/programs.h"
#include "render/targets.h"
#include "sim/look.h"

namespace limber {

/// Depth of field as a post-process (shaders/lens.comp).
class LensBlur {
 public:
  /// Requires that the frame's uniforms are bound and, if fluids are shown, their depth at the unit
  /// given in shaders/lens.glsl. taps: maximum per pixel.
  void draw(const LensPrograms& programs, const Targets& targets, const Camera& camera, Lens lens,
            bool fluids_shown, int taps);

 private:
  void fit(glm::ivec2 size_px);
  void run(const GlProgram& program, glm::ivec2 size_px) const;

  glm::ivec2 size_px_{0};
  GlTexture focus_, light_, circles_;
};

}  // namespace limber
