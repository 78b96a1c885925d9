// Screen-space fluids [VanDerLaan09]: the smoothed depth of spheres around the particles is the
// surface, and their sum the thickness. Smoothing: [Truong18]. Details are in shaders/fluid*.comp.
#include "render/fluid_surface.h"

#include <glad/gl.h>

#include <utility>

#include "render/dispatch.h"
#include "render/plain_texture.h"

namespace limber {

namespace {

// Texture units. 0 to 2, 5 and 6 are used by shaders/shadow.glsl.
constexpr unsigned input_unit = 3, depths_unit = 4, smoothed_unit = 7, splats_unit = 8,
                   depth_behind_unit = 9, absorbed_unit = 10, normals_unit = 11;

glm::ivec2 half_of(glm::ivec2 size_px) { return (size_px + 1) / 2; }

void clear(const GlTexture& counts) {
  glClearTexImage(counts.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

void write_to(unsigned unit, unsigned target, unsigned format) {
  glBindImageTexture(unit, target, 0, GL_FALSE, 0, GL_WRITE_ONLY, format);
}

}  // namespace

void FluidSurface::fit(glm::ivec2 size_px, int fluids) {
  if (size_px == size_px_ && fluids == fluids_) return;
  size_px_ = glm::ivec2(0);  // until allocation succeeds
  const glm::ivec2 half_px = half_of(size_px);
  light_behind_ = make_plain_texture(GL_RGBA16F, size_px, true);
  depth_behind_ = make_plain_texture(GL_R32F, size_px);
  splats_ = make_plain_texture(GL_R32UI, size_px);
  splat_depths_ = make_view(splats_, GL_TEXTURE_2D, GL_R32F);
  for (const GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(splat_depths_.name(), which, GL_NEAREST);
  thickness_ = make_plain_array(GL_R32UI, half_px, fluids);
  absorbed_ = make_plain_texture(GL_RGBA16F, half_px, true);
  for (GlTexture& smoothed : smoothed_) smoothed = make_plain_texture(GL_R32F, size_px);
  normals_ = make_plain_texture(GL_RG16, size_px);
  mesh_depth_ = make_plain_texture(GL_DEPTH_COMPONENT32F, size_px);
  meshes_ = make_framebuffer();
  glNamedFramebufferTexture(meshes_.name(), GL_DEPTH_ATTACHMENT, mesh_depth_.name(), 0);
  glNamedFramebufferTexture(meshes_.name(), GL_COLOR_ATTACHMENT0, splats_.name(), 0);
  glNamedFramebufferTexture(meshes_.name(), GL_COLOR_ATTACHMENT2, normals_.name(), 0);
  const GLenum all[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
  glNamedFramebufferDrawBuffers(meshes_.name(), 3, all);
  size_px_ = size_px;
  fluids_ = fluids;
}

void FluidSurface::run(const GlProgram& program, glm::ivec2 size_px) const {
  glUseProgram(program.name());
  dispatch_pixels(size_px);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void FluidSurface::keep_what_is_behind(const GlProgram& program, const Targets& targets) const {
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glBindTextureUnit(input_unit, targets.picture());
  glBindTextureUnit(depths_unit, targets.depth());
  write_to(0, light_behind_.name(), GL_RGBA16F);
  write_to(1, depth_behind_.name(), GL_R32F);
  run(program, size_px_);
}

void FluidSurface::draw_meshes(const GlProgram& program, const MeshDrawer& mesh,
                               std::span<const DrawnFluidMesh> meshes) {
  glNamedFramebufferTexture(meshes_.name(), GL_COLOR_ATTACHMENT1, smoothed_[1].name(), 0);
  glBindFramebuffer(GL_FRAMEBUFFER, meshes_.name());
  glViewport(0, 0, size_px_.x, size_px_.y);
  const GLuint no_fluid[4] = {};
  const float nothing[4] = {};
  glClearBufferuiv(GL_COLOR, 0, no_fluid);
  for (const GLint which : {1, 2}) glClearBufferfv(GL_COLOR, which, nothing);
  glClearBufferfv(GL_DEPTH, 0, nothing);
  glEnable(GL_CLIP_DISTANCE0);  // clips below the ground
  glUseProgram(program.name());
  for (unsigned k = 0; k < meshes.size(); ++k) {
    glProgramUniform1ui(program.name(), 3, k);
    if (meshes[k].vertices) mesh.draw(meshes[k]);
  }
  glDisable(GL_CLIP_DISTANCE0);
}

void FluidSurface::splat_depths(const GlProgram& program, const Fluids& fluids,
                                unsigned vertices) const {
  clear(splats_);
  glBindImageTexture(0, splats_.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
  fluids.splat(program, vertices);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void FluidSurface::splat_thickness(const GlProgram& program, const Fluids& fluids,
                                   unsigned vertices) const {
  clear(thickness_);
  glBindImageTexture(0, thickness_.name(), 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
  glBindTextureUnit(splats_unit, splat_depths_.name());
  glBindTextureUnit(depth_behind_unit, depth_behind_.name());
  fluids.splat(program, vertices);
  // Also for the next picture, which clears the counts.
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

void FluidSurface::smooth(const GlProgram& program) {
  glProgramUniform1i(program.name(), 0, pairs_);
  const GlTexture* from = &splat_depths_;
  for (const float share : {0.25f, 1.0f, 0.3f, 0.1f}) {
    glProgramUniform1f(program.name(), 1, share);
    glProgramUniform1i(program.name(), 2, from == &splat_depths_);
    glBindTextureUnit(input_unit, from->name());
    write_to(0, smoothed_[0].name(), GL_R32F);
    run(program, size_px_);
    std::swap(smoothed_[0], smoothed_[1]);
    from = &smoothed_[1];
  }
}

void FluidSurface::absorb(const GlProgram& program) const {
  glProgramUniform1i(program.name(), 0, fluids_);
  glBindTextureUnit(input_unit, thickness_.name());
  write_to(0, absorbed_.name(), GL_RGBA16F);
  run(program, half_of(size_px_));
}

void FluidSurface::light(const GlProgram& program, const Targets& targets, bool has_normals) const {
  glBindTextureUnit(input_unit, light_behind_.name());
  glBindTextureUnit(depths_unit, targets.depth());
  glBindTextureUnit(smoothed_unit, smoothed_[1].name());
  glBindTextureUnit(absorbed_unit, absorbed_.name());
  write_to(0, targets.encoded_picture(), GL_RGBA8);
  glBindTextureUnit(normals_unit, normals_.name());
  glProgramUniform1i(program.name(), 0, mirror_steps_);
  glProgramUniform1i(program.name(), 1, has_normals);
  run(program, size_px_);
}

void FluidSurface::draw(const FluidPrograms& programs, const MeshDrawer& mesh,
                        const DrawnScene& scene, const Targets& targets) {
  const Fluids& fluids = scene.buffers.fluids;
  const unsigned vertices = scene.vertices;
  const bool meshes = !scene.fluid_meshes.empty();
  fit(targets.size_px(), static_cast<int>(fluids.parts().size()));
  keep_what_is_behind(programs.keep_behind, targets);
  if (meshes)
    draw_meshes(programs.mesh, mesh, scene.fluid_meshes);
  else
    splat_depths(programs.splat_depth, fluids, vertices);
  splat_thickness(programs.splat_thickness, fluids, vertices);
  if (!meshes) smooth(programs.smooth);
  absorb(programs.absorb);
  light(programs.surface, targets, meshes);
  if (!fluids.foams().empty()) {
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // foam is drawn over the surface
    foam_.draw(programs, fluids, vertices, targets);
  }
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);  // for later draws and copies
}

}  // namespace limber
