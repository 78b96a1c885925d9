#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/renderer.h"
#include "render/shadow_map.h"

namespace limber {

/// Whether a view shows the surfaces of fluids, or else their particles as spheres.
bool shows_fluid_surfaces(const ViewOptions& view, const SceneBuffers& scene);

/// Draws particles of fluids as spheres, each in one triangle (shaders/particle.vert).
class ParticleDrawer {
 public:
  ParticleDrawer(const ParticlePrograms& programs, const MeshDrawer& mesh, const DrawnScene& scene);
  /// For shaders/shade.comp to light.
  void draw(const ViewOptions& view) const;
  /// Into the map that is bound, as `view` sees it.
  void draw_shadows(const ParallelView& view) const;
  /// As wide as the fluid's surface is drawn from, for shaders/pick.frag's picture.
  void draw_to_pick() const;

 private:
  void draw_all(const GlProgram& program, float radii, unsigned mode) const;

  const ParticlePrograms& programs_;
  const MeshDrawer& mesh_;
  const DrawnScene& scene_;
};

}  // namespace limber
