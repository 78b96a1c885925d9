#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>

#include "render/drawn_scene.h"
#include "render/fluid_foam.h"
#include "render/fluids.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Draws the surface of each fluid over a picture: its mesh if there is one, else a screen-space
/// surface of the spheres around its particles.
class FluidSurface {
 public:
  /// pairs: pairs of filter taps per pass. mirror_steps: screen-space steps along a reflected ray;
  /// 0: fluids reflect only the studio.
  FluidSurface(int pairs, int mirror_steps) : pairs_(pairs), mirror_steps_(mirror_steps) {}
  /// Requires that the frame's uniforms and shadow maps are bound; `targets` holds the finished
  /// picture.
  void draw(const FluidPrograms& programs, const MeshDrawer& mesh, const DrawnScene& scene,
            const Targets& targets);

 private:
  void fit(glm::ivec2 size_px, int fluids);
  void keep_what_is_behind(const GlProgram& program, const Targets& targets) const;
  void draw_meshes(const GlProgram& program, const MeshDrawer& mesh,
                   std::span<const DrawnFluidMesh> meshes);
  void splat_depths(const GlProgram& program, const Fluids& fluids, unsigned vertices) const;
  void splat_thickness(const GlProgram& program, const Fluids& fluids, unsigned vertices) const;
  void smooth(const GlProgram& program);
  void absorb(const GlProgram& program) const;
  void light(const GlProgram& program, const Targets& targets, bool has_normals) const;
  void run(const GlProgram& program, glm::ivec2 size_px) const;

  int pairs_, mirror_steps_;
  glm::ivec2 size_px_{0};
  int fluids_ = 0;  ///< capacity
  GlTexture light_behind_, depth_behind_;
  GlTexture splats_, splat_depths_;    ///< the same texture, as integers and as depths
  GlTexture thickness_, absorbed_;     ///< at half resolution
  std::array<GlTexture, 2> smoothed_;  ///< depths; the second is the final result
  GlTexture normals_, mesh_depth_;     ///< of fluid meshes
  GlFramebuffer meshes_;
  FluidFoam foam_;
};

}  // namespace limber
