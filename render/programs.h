#pragma once

#include "render/shader.h"

namespace limber {

/// Programs that draw triangles, for one source of vertices.
struct TrianglePrograms {
  TrianglePrograms(const ShaderReader& read, const std::vector<std::string>& defines);

  GlProgram surface;
  GlProgram wireframe;
  GlProgram shadow;
  GlProgram thin_shadow;  ///< of transparent surfaces
  GlProgram transparent;
  GlProgram pick;
};

/// Programs that draw fluid particles as spheres.
struct ParticlePrograms {
  explicit ParticlePrograms(const ShaderReader& read);

  GlProgram surface;
  GlProgram shadow;
  GlProgram pick;
};

/// Programs that draw the surfaces of fluids.
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
  GlProgram woven;        ///< as plain.surface, for cloth with visible threads
  GlProgram woven_depth;  ///< its depth alone
  TrianglePrograms instanced;
  ParticlePrograms particles;
  FluidPrograms fluid;
  LensPrograms lens;
  GlProgram choose_instances;
  GlProgram rasterize_small;  ///< render/small_triangles.h
  GlProgram merge_small;
  GlProgram merge_small_depths;
  GlProgram reduce_depths;          ///< render/depth_pyramid.h
  GlProgram reduce_sampled_depths;  ///< the same for multisampled depths
  GlProgram list_tiles;
  GlProgram shade_surfaces;
  GlProgram shade_surroundings;
  GlProgram look_through;
  GlProgram cut_out;
  GlProgram constraints;
  GlProgram overlay;
};

}  // namespace limber
