#pragma once

#include "render/shader.h"

namespace limber {

/// What draws triangles, by where their vertices come from.
struct TrianglePrograms {
  TrianglePrograms(const ShaderReader& read, const std::vector<std::string>& defines);

  GlProgram surface;
  GlProgram wireframe;
  GlProgram shadow;
  GlProgram thin_shadow;  ///< of what is transparent
  GlProgram transparent;
  GlProgram pick;
};

/// What draws particles of fluids as spheres.
struct ParticlePrograms {
  explicit ParticlePrograms(const ShaderReader& read);

  GlProgram surface;
  GlProgram shadow;
  GlProgram pick;
};

/// What draws the surfaces of fluids.
struct FluidPrograms {
  explicit FluidPrograms(const ShaderReader& read);

  GlProgram splat_light;
  GlProgram absorb_light;
  GlProgram keep_behind;
  GlProgram splat_depth;
  GlProgram mesh;
  GlProgram splat_thickness;
  GlProgram smooth;
  GlProgram absorb;
  GlProgram surface;
  GlProgram splat_foam;
  GlProgram foam;
};

/// Depth of field.
struct LensPrograms {
  explicit LensPrograms(const ShaderReader& read);

  GlProgram focus;
  GlProgram circles;
  GlProgram blur;
};

/// All shaders of the renderer.
struct Programs {
  explicit Programs(const ShaderReader& read);

  TrianglePrograms plain;
  GlProgram woven;  ///< as plain.surface, for cloth whose threads are seen
  TrianglePrograms instanced;
  ParticlePrograms particles;
  FluidPrograms fluid;
  LensPrograms lens;
  GlProgram choose_instances;
  GlProgram list_tiles;
  GlProgram shade_surfaces;
  GlProgram shade_surroundings;
  GlProgram look_through;
  GlProgram cut_out;
  GlProgram constraints;
  GlProgram overlay;
};

}  // namespace limber
