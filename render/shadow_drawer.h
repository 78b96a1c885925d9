#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/shadow_map.h"

namespace limber {

/// Draws shadow casters, as seen by `view`, into `map`. viewer: for whom instances were chosen.
/// particles: fluid particles cast shadows; otherwise the fluids' surface meshes do, if any.
void draw_shadows(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
                  const ShadowMap& map, const ParallelView& view, Instances::Viewer viewer,
                  bool particles);

}  // namespace limber
