#include "render/shadow_drawer.h"

#include <glad/gl.h>

#include <functional>

#include "render/particle_drawer.h"

namespace limber {

namespace {

void draw_instances(const TrianglePrograms& programs, const Instances& instances,
                    Instances::Viewer viewer, Instances::Pass pass, unsigned vertices) {
  if (!instances.has(viewer, pass)) return;
  instances.use(viewer, pass, vertices);
  for (const Instances::Part& part : instances.parts()) {
    glUseProgram((part.transparent ? programs.thin_shadow : programs.shadow).name());
    instances.draw(part);
  }
}

/// Clear fluids cast the shadows of transparent surfaces, but do not occlude the sky, which would
/// darken everything under a pool.
void draw_fluids(const TrianglePrograms& programs, const MeshDrawer& mesh, const DrawnScene& scene,
                 Instances::Viewer viewer) {
  for (std::size_t k = 0; k < scene.fluid_meshes.size(); ++k) {
    const bool clear = scene.buffers.fluids.parts()[k].clear;
    if (clear && viewer == Instances::sky) continue;
    glUseProgram((clear ? programs.thin_shadow : programs.shadow).name());
    if (scene.fluid_meshes[k].vertices) mesh.draw(scene.fluid_meshes[k]);
  }
}

}  // namespace

void draw_shadows(const Programs& programs, const MeshDrawer& mesh, const DrawnScene& scene,
                  const ShadowMap& map, const ParallelView& view, Instances::Viewer viewer,
                  bool particles) {
  const SceneBuffers& buffers = scene.buffers;
  map.bind();
  const glm::mat4 clip_from_world = view.clip_from_world();
  for (const GlProgram* program : {&programs.plain.shadow, &programs.plain.thin_shadow,
                                   &programs.instanced.shadow, &programs.instanced.thin_shadow})
    glProgramUniformMatrix4fv(program->name(), 0, 1, GL_FALSE, &clip_from_world[0][0]);
  glUseProgram(programs.plain.shadow.name());
  if (scene.vertices && buffers.triangles) {
    mesh.use(scene.vertices, buffers.triangles.name());
    mesh.draw(0, buffers.triangle_count);
  }
  if (!buffers.scenery.empty() && buffers.scenery_triangles) {
    mesh.use(buffers.scenery_vertices.name(), buffers.scenery_triangles.name());
    for (const IndexRange& part : buffers.scenery) {
      glUseProgram((part.transparent ? programs.plain.thin_shadow : programs.plain.shadow).name());
      mesh.draw(part.first_triangle, part.triangle_count);
    }
  }
  if (scene.vertices) {
    for (const Instances& drawn : {std::cref(scene.instances), std::cref(buffers.moving_scenery)})
      draw_instances(programs.instanced, drawn, viewer, Instances::first, scene.vertices);
  }
  if (scene.vertices && particles)
    ParticleDrawer(programs.particles, mesh, scene).draw_shadows(view);
  if (!particles) draw_fluids(programs.plain, mesh, scene, viewer);
}

void draw_shadows_of_rest(const Programs& programs, const DrawnScene& scene,
                          Instances::Viewer viewer) {
  draw_instances(programs.instanced, scene.instances, viewer, Instances::rest, scene.vertices);
}

}  // namespace limber
