#include "render/particle_drawer.h"

#include <glad/gl.h>

#include "render/surface_drawer.h"

namespace limber {

namespace {

constexpr float surface_radii = 1.5f;  // as shaders/fluid_splat.comp draws spheres

}  // namespace

bool shows_fluid_surfaces(const ViewOptions& view, const SceneBuffers& scene) {
  return !scene.fluids.empty() && !view.spheres && mode_of(view, scene) == SurfaceMode::shaded;
}

ParticleDrawer::ParticleDrawer(const ParticlePrograms& programs, const MeshDrawer& mesh,
                               const DrawnScene& scene)
    : programs_(programs), mesh_(mesh), scene_(scene) {}

void ParticleDrawer::draw_all(const GlProgram& program, float radii, unsigned mode) const {
  mesh_.use_none();
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, scene_.vertices);
  glUseProgram(program.name());
  const Fluids& fluids = scene_.buffers.fluids;
  const auto draw_parts = [&](const std::vector<Fluids::Part>& parts) {
    for (const Fluids::Part& part : parts) {
      glUniform1ui(0, part.first_vertex);
      glUniform1f(1, radii * part.radius_m);
      if (&program == &programs_.surface) glUniform2ui(3, part.material, mode);
      glDrawArrays(GL_TRIANGLES, 0, 3 * static_cast<int>(part.count));
    }
  };
  draw_parts(fluids.parts());
  if (&program != &programs_.pick) draw_parts(fluids.foams());
}

void ParticleDrawer::draw(const ViewOptions& view) const {
  const SceneBuffers& scene = scene_.buffers;
  if (shows_fluid_surfaces(view, scene)) return;
  SurfaceMode mode = mode_of(view, scene);
  const bool below_lines = mode == SurfaceMode::wireframe || mode == SurfaceMode::dim;
  if (mode == SurfaceMode::wireframe) mode = SurfaceMode::shaded;  // spheres have no edges
  if (mode == SurfaceMode::field) {
    const glm::vec2 range = field_range(view, scene);
    glProgramUniform2f(programs_.surface.name(), 4, range.x, range.y);
  }
  draw_all(programs_.surface, below_lines ? 0.5f : 1.0f, static_cast<unsigned>(mode));
}

void ParticleDrawer::draw_shadows(const ParallelView& view) const {
  const glm::mat4 view_from_world = view.clip_from_world();
  glProgramUniformMatrix4fv(programs_.shadow.name(), 2, 1, GL_FALSE, &view_from_world[0][0]);
  draw_all(programs_.shadow, 1.0f, 0);
}

void ParticleDrawer::draw_to_pick() const { draw_all(programs_.pick, surface_radii, 0); }

}  // namespace limber
