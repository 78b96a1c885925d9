#include "render/lens.h"

#include <glad/gl.h>

#include <algorithm>

#include "render/dispatch.h"
#include "render/plain_texture.h"

namespace limber {

namespace {

constexpr unsigned sharp_unit = 3, lens_depths_unit = 4, circles_unit = 4;

}  // namespace

void LensBlur::fit(glm::ivec2 size_px) {
  if (size_px == size_px_) return;
  size_px_ = glm::ivec2(0);  // until allocation succeeds
  focus_ = make_plain_texture(GL_R32F, glm::ivec2(1));
  light_ = make_plain_texture(GL_RGBA16F, size_px, true);
  circles_ = make_plain_texture(GL_R16F, size_px);
  size_px_ = size_px;
}

void LensBlur::run(const GlProgram& program, glm::ivec2 size_px) const {
  glUseProgram(program.name());
  dispatch_pixels(size_px);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void LensBlur::draw(const LensPrograms& programs, const Targets& targets, const Camera& camera,
                    Lens lens, bool fluids_shown, int taps) {
  fit(targets.size_px());
  const float radius_px = 0.5f * lens.aperture * static_cast<float>(size_px_.y);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);

  for (const GlProgram* program : {&programs.focus, &programs.circles})
    glProgramUniform1i(program->name(), 0, fluids_shown);
  glProgramUniform2f(programs.focus.name(), 1, lens.focus * camera.distance_m, camera.distance_m);
  glBindTextureUnit(lens_depths_unit, targets.depth());
  glBindImageTexture(0, focus_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
  run(programs.focus, glm::ivec2(1));

  glProgramUniform1f(programs.circles.name(), 1, radius_px);
  glBindTextureUnit(sharp_unit, focus_.name());
  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
  glBindImageTexture(1, light_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
  glBindImageTexture(2, circles_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R16F);
  run(programs.circles, size_px_);

  // One tap per pixel of the disc is enough.
  const float area_px = 3.14159f * radius_px * radius_px;
  glProgramUniform1f(programs.blur.name(), 1, radius_px);
  glProgramUniform1i(programs.blur.name(), 2, std::clamp(static_cast<int>(area_px), 8, taps));
  glBindTextureUnit(sharp_unit, light_.name());
  glBindTextureUnit(circles_unit, circles_.name());
  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  run(programs.blur, size_px_);
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);  // for later draws and copies
}

}  // namespace limber
