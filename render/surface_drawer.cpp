#include "render/surface_drawer.h"

#include <glad/gl.h>

#include "render/particle_drawer.h"

namespace limber {

SurfaceMode mode_of(const ViewOptions& view, const SceneBuffers& scene) {
  const bool has_field = view.field >= 0 && view.field < static_cast<int>(scene.fields.size());
  if (view.mode == ViewMode::wireframe) return SurfaceMode::wireframe;
  if (view.mode == ViewMode::constraint_colors) return SurfaceMode::dim;
  if (view.mode == ViewMode::scalar_field && has_field) return SurfaceMode::field;
  return SurfaceMode::shaded;
}

glm::vec2 field_range(const ViewOptions& view, const SceneBuffers& scene) {
  if (mode_of(view, scene) != SurfaceMode::field) return {0.0f, 1.0f};
  const ScalarField& field = scene.fields[view.field];
  return {field.low, field.high == field.low ? field.low + 1.0f : field.high};
}

namespace {

void set_surface(const GlProgram& program, unsigned material, SurfaceMode mode) {
  glProgramUniform2ui(program.name(), 0, material, static_cast<unsigned>(mode));
}

}  // namespace

SurfaceDrawer::SurfaceDrawer(const Programs& programs, const MeshDrawer& mesh,
                             const DrawnScene& scene)
    : programs_(programs), mesh_(mesh), scene_(scene) {}

void SurfaceDrawer::draw(const ViewOptions& view) const {
  glEnable(GL_CLIP_DISTANCE0);  // clips below the ground
  if (scene_.vertices) {
    const SurfaceMode mode = mode_of(view, scene_.buffers);
    if (mode == SurfaceMode::field) set_field(view);
    draw_own_surfaces(mode);
    draw_instances(scene_.instances, mode_of_bodies(view), Instances::first);
    draw_instances(scene_.buffers.moving_scenery, SurfaceMode::shaded, Instances::first);
  }
  draw_scenery();
  if (scene_.vertices) ParticleDrawer(programs_.particles, mesh_, scene_).draw(view);
  if (scene_.vertices && view.mode == ViewMode::constraint_colors) draw_constraints(view);
  glDisable(GL_CLIP_DISTANCE0);
}

void SurfaceDrawer::draw_rest(const ViewOptions& view) const {
  glEnable(GL_CLIP_DISTANCE0);
  draw_instances(scene_.instances, mode_of_bodies(view), Instances::rest);
  glDisable(GL_CLIP_DISTANCE0);
}

SurfaceMode SurfaceDrawer::mode_of_bodies(const ViewOptions& view) const {
  const SurfaceMode mode = mode_of(view, scene_.buffers);
  const bool by_body = &scene_.instances == &scene_.buffers.spheres && mode == SurfaceMode::shaded;
  return by_body ? SurfaceMode::by_body : mode;
}

void SurfaceDrawer::set_field(const ViewOptions& view) const {
  const glm::vec2 range = field_range(view, scene_.buffers);
  for (const GlProgram* program : {&programs_.plain.surface, &programs_.instanced.surface})
    glProgramUniform2f(program->name(), 1, range.x, range.y);
}

void SurfaceDrawer::draw_own_surfaces(SurfaceMode mode) const {
  const SceneBuffers& scene = scene_.buffers;
  if (!scene.triangles) return;
  if (mode == SurfaceMode::wireframe) {
    mesh_.use_none();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene_.vertices);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, scene.triangles.name());
  }
  if (mode == SurfaceMode::shaded) draw_woven_depth();
  for (const IndexRange& part : scene.parts) draw_part(part, mode);
}

/// Threads cost much to draw, and layers of cloth hide one another: draws depth first, so that only
/// what is seen gets threads.
void SurfaceDrawer::draw_woven_depth() const {
  const SceneBuffers& scene = scene_.buffers;
  if (!scene.rest_m) return;
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glUseProgram(programs_.woven_depth.name());
  mesh_.use(scene_.vertices, scene.triangles.name(), scene.rest_m.name());
  for (const IndexRange& part : scene.parts)
    if (part.thread_m > 0.0f) mesh_.draw(part.first_triangle, part.triangle_count);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void SurfaceDrawer::draw_part(const IndexRange& part, SurfaceMode mode) const {
  const SceneBuffers& scene = scene_.buffers;
  const bool lines = mode == SurfaceMode::wireframe;
  const bool woven = mode == SurfaceMode::shaded && part.thread_m > 0.0f;
  const GlProgram& program = lines   ? programs_.plain.wireframe
                             : woven ? programs_.woven
                                     : programs_.plain.surface;
  glUseProgram(program.name());
  set_surface(program, part.material, woven ? SurfaceMode::woven : mode);
  if (lines) {
    glDrawArrays(GL_TRIANGLES, 3 * part.first_triangle, 3 * part.triangle_count);
    return;
  }
  if (woven) {
    glProgramUniform1f(program.name(), 3, part.thread_m);
    mesh_.use(scene_.vertices, scene.triangles.name(), scene.rest_m.name());
  } else {
    mesh_.use(scene_.vertices, scene.triangles.name());
  }
  mesh_.draw(part.first_triangle, part.triangle_count);
}

void SurfaceDrawer::draw_instances(const Instances& instances, SurfaceMode mode,
                                   Instances::Pass pass) const {
  if (!instances.has(scene_.eye, pass)) return;
  const bool lines = mode == SurfaceMode::wireframe;
  const GlProgram& program = lines ? programs_.instanced.wireframe : programs_.instanced.surface;
  glUseProgram(program.name());
  instances.use(scene_.eye, pass, scene_.vertices, lines);
  for (const Instances::Part& part : instances.parts()) {
    if (part.transparent && mode == SurfaceMode::shaded) continue;  // render/transparent_drawer.h
    set_surface(program, part.material, mode);
    glProgramUniform2i(program.name(), 2, part.first_pose, part.poses_per_body);
    instances.draw(part);
  }
}

void SurfaceDrawer::draw_scenery() const {
  const SceneBuffers& scene = scene_.buffers;
  if (!scene.scenery_triangles) return;
  glUseProgram(programs_.plain.surface.name());
  mesh_.use(scene.scenery_vertices.name(), scene.scenery_triangles.name());
  for (const IndexRange& part : scene.scenery) {
    if (part.transparent) continue;
    set_surface(programs_.plain.surface, part.material, SurfaceMode::shaded);
    mesh_.draw(part.first_triangle, part.triangle_count);
  }
}

void SurfaceDrawer::draw_constraints(const ViewOptions& view) const {
  const std::vector<LineBuffer>& all = scene_.buffers.lines;
  if (view.constraint_lines < 0 || view.constraint_lines >= static_cast<int>(all.size())) return;
  const LineBuffer& lines = all[view.constraint_lines];
  if (lines.count == 0) return;
  mesh_.use_none();
  glUseProgram(programs_.constraints.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene_.vertices);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lines.lines.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, lines.palette.name());
  glDrawArrays(GL_TRIANGLES, 0, 6 * lines.count);
}

}  // namespace limber
