#pragma once

#include "render/shader.h"

namespace limber {

/// All shaders of the renderer.
struct Programs {
  explicit Programs(const ShaderReader& read);

  GlProgram surface;
  GlProgram wireframe;
  GlProgram shadow;
  GlProgram background;
  GlProgram ground;
  GlProgram constraints;
  GlProgram overlay;
  GlProgram pick;
};

}  // namespace limber
