#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/shadow_map.h"

namespace limber {

/// Draws shadow casters, as seen by `view`, into `map`; the depth function must be GL_LESS. viewer:
/// for whom instances were chosen in their first pass. particles: fluid particles cast shadows;
/// otherwise the fluids' surface meshes do, if any.
void draw_shadows(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
                  const ShadowMap& map, const ParallelView& view, Instances::Viewer viewer,
                  bool particles);
/// Draws those of DrawnScene::instances that were chosen after that into the same map, which is
/// still bound.
void draw_shadows_of_rest(const Programs& programs, const DrawnScene& scene,
                          Instances::Viewer viewer);

}  // namespace limber
