#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/renderer.h"

namespace limber {

/// How shaders/surface.glsl colours a surface; modes of shaders/gbuffer.glsl.
enum class SurfaceMode { shaded = 0, wireframe = 1, dim = 2, field = 3, by_body = 4, woven = 6 };

SurfaceMode mode_of(const ViewOptions& view, const SceneBuffers& scene);
/// The values at the ends of the colour map, in SurfaceMode::field; they differ.
glm::vec2 field_range(const ViewOptions& view, const SceneBuffers& scene);

/// Draws a scene's surfaces and constraint lines into the G-buffer, for shaders/shade.comp.
class SurfaceDrawer {
 public:
  SurfaceDrawer(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene);
  void draw(const ViewOptions& view) const;
  /// Those of DrawnScene::instances that were chosen after that.
  void draw_rest(const ViewOptions& view) const;
  SurfaceMode mode_of_bodies(const ViewOptions& view) const;  ///< of DrawnScene::instances

 private:
  void set_field(const ViewOptions& view) const;
  void draw_own_surfaces(SurfaceMode mode) const;
  void draw_woven_depth() const;
  void draw_part(const IndexRange& part, SurfaceMode mode) const;
  void draw_instances(const Instances& instances, SurfaceMode mode, Instances::Pass pass) const;
  void draw_scenery() const;
  void draw_constraints(const ViewOptions& view) const;

  const Programs& programs_;
  const MeshDrawer& mesh_;
  const DrawnScene& scene_;
};

}  // namespace limber
