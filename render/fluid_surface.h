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

/// Draws the surface of each fluid over a picture: a mesh where there is one, else what the spheres
/// around its particles have in common on the screen.
class FluidSurface {
 public:
  /// pairs: of taps of the filter, in each of its passes. mirror_steps: along a ray that is
  /// mirrored, to find what it meets; 0: fluids mirror the studio alone.
  FluidSurface(int pairs, int mirror_steps) : pairs_(pairs), mirror_steps_(mirror_steps) {}
  /// The frame's uniforms and shadow maps are bound; `targets` holds the finished picture.
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
  int fluids_ = 0;  ///< that there is room for
  GlTexture light_behind_, depth_behind_;
  GlTexture splats_, splat_depths_;    ///< the same, as whole numbers and as depths
  GlTexture thickness_, absorbed_;     ///< of half as many pixels each way
  std::array<GlTexture, 2> smoothed_;  ///< depths; the second is what was written last
  GlTexture normals_, mesh_depth_;     ///< of meshes
  GlFramebuffer meshes_;
  FluidFoam foam_;
};

}  // namespace limber
