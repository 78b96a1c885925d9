#include "render/transparent_drawer.h"

#include <glad/gl.h>

#include <functional>

#include "render/dispatch.h"

namespace limber {

namespace {

constexpr unsigned passes_unit = 3, adds_unit = 4;  // of shaders/look_through.comp

void set_surface(const GlProgram& program, unsigned material, bool fluids_shown) {
  glProgramUniform2ui(program.name(), 0, material, 0);
  glProgramUniform1i(program.name(), 3, fluids_shown);
}

}  // namespace

void TransparentDrawer::fit(const Targets& targets) {
  if (size_px_ != targets.size_px() || samples_ != targets.samples()) {
    size_px_ = glm::ivec2(0);  // until allocation succeeds
    framebuffer_ = make_framebuffer();
    unsigned attachment = GL_COLOR_ATTACHMENT0;
    for (GlTexture* sum : {&passes_, &adds_}) {
      *sum = make_texture(GL_TEXTURE_2D_MULTISAMPLE);
      glTextureStorage2DMultisample(sum->name(), targets.samples(), GL_RGBA16F, targets.size_px().x,
                                    targets.size_px().y, GL_TRUE);
      glNamedFramebufferTexture(framebuffer_.name(), attachment++, sum->name(), 0);
    }
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(framebuffer_.name(), 2, both);
    size_px_ = targets.size_px();
    samples_ = targets.samples();
  }
  // Attached each time: `targets` may have a new texture with an old name.
  glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_ATTACHMENT, targets.depth(), 0);
}

void TransparentDrawer::add_up(const Programs& programs, const MeshDrawer& mesh,
                               const DrawnScene& scene, const Shown& shown) const {
  const SceneBuffers& buffers = scene.buffers;
  glUseProgram(programs.instanced.transparent.name());
  for (const Instances& drawn : {std::cref(scene.instances), std::cref(buffers.moving_scenery)}) {
    if (!scene.vertices || !drawn.has_transparent()) continue;
    if (&drawn == &scene.instances && !shown.bodies) continue;
    for (const Instances::Pass pass : {Instances::first, Instances::rest}) {
      if (!drawn.has(scene.eye, pass)) continue;
      drawn.use(scene.eye, pass, scene.vertices);
      for (const Instances::Part& part : drawn.parts()) {
        if (!part.transparent) continue;
        set_surface(programs.instanced.transparent, part.material, shown.fluids);
        drawn.draw(part);
      }
    }
  }
  if (!buffers.scenery_triangles) return;
  glUseProgram(programs.plain.transparent.name());
  mesh.use(buffers.scenery_vertices.name(), buffers.scenery_triangles.name());
  for (const IndexRange& part : buffers.scenery) {
    if (!part.transparent) continue;
    set_surface(programs.plain.transparent, part.material, shown.fluids);
    mesh.draw(part.first_triangle, part.triangle_count);
  }
}

void TransparentDrawer::draw(const Programs& programs, const MeshDrawer& mesh,
                             const DrawnScene& scene, const Targets& targets, const Shown& shown) {
  fit(targets);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, size_px_.x, size_px_.y);
  const float all[] = {1.0f, 1.0f, 1.0f, 1.0f}, none[] = {0.0f, 0.0f, 0.0f, 0.0f};
  glClearBufferfv(GL_COLOR, 0, all);
  glClearBufferfv(GL_COLOR, 1, none);
  glDepthMask(GL_FALSE);
  glEnable(GL_CLIP_DISTANCE0);  // clips below the ground
  glEnable(GL_BLEND);
  glBlendFunci(0, GL_ZERO, GL_SRC_COLOR);
  glBlendFunci(1, GL_ONE, GL_ONE);
  add_up(programs, mesh, scene, shown);
  glBlendFunc(GL_ONE, GL_ZERO);
  glDisable(GL_BLEND);
  glDisable(GL_CLIP_DISTANCE0);
  glDepthMask(GL_TRUE);

  glBindTextureUnit(passes_unit, passes_.name());
  glBindTextureUnit(adds_unit, adds_.name());
  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glUseProgram(programs.look_through.name());
  dispatch_pixels(size_px_);
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);  // for later draws and copies
}

}  // namespace limber
