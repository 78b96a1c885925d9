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
  GlProgram list_tiles;
  GlProgram shade_surfaces;
  GlProgram shade_surroundings;
  GlProgram constraints;
  GlProgram overlay;
};

}  // namespace limber
