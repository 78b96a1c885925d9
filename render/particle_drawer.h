#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/renderer.h"
#include "render/shadow_map.h"

namespace limber {

/// Whether a view shows fluids as surfaces rather than as spheres.
bool shows_fluid_surfaces(const ViewOptions& view, const SceneBuffers& scene);

/// Draws fluid particles as spheres, each in one triangle (shaders/particle.vert).
class ParticleDrawer {
 public:
  ParticleDrawer(const ParticlePrograms& programs, const MeshDrawer& mesh, const DrawnScene& scene);
  /// Into the G-buffer, for shaders/shade.comp.
  void draw(const ViewOptions& view) const;
  /// Into the bound shadow map, as seen by `view`.
  void draw_shadows(const ParallelView& view) const;
  /// For shaders/pick.frag, with the radii from which the fluid's surface is made.
  void draw_to_pick() const;

 private:
  void draw_all(const GlProgram& program, float radii, unsigned mode) const;

  const ParticlePrograms& programs_;
  const MeshDrawer& mesh_;
  const DrawnScene& scene_;
};

}  // namespace limber
