#pragma once

#include "render/shader.h"

namespace limber {

/// What draws triangles, by where their vertices come from.
struct TrianglePrograms {
  TrianglePrograms(const ShaderReader& read, const std::vector<std::string>& defines);

  GlProgram surface;
  GlProgram wireframe;
  GlProgram shadow;
  GlProgram pick;
};

/// All shaders of the renderer.
struct Programs {
  explicit Programs(const ShaderReader& read);

  TrianglePrograms plain;
  TrianglePrograms instanced;
  GlProgram choose_instances;
  GlProgram background;
  GlProgram ground;
  GlProgram constraints;
  GlProgram overlay;
};

}  // namespace limber
