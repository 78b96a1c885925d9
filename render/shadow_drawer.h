#pragma once

#include "render/drawn_scene.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/shadow_map.h"

namespace limber {

/// Draws what throws shadows, as `view` sees it, into `map`. viewer: for whom instances were
/// chosen. particles: those of fluids throw shadows, too; else the meshes of their surfaces do, if
/// there are any.
void draw_shadows(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
                  const ShadowMap& map, const ParallelView& view, Instances::Viewer viewer,
                  bool particles);

}  // namespace limber
