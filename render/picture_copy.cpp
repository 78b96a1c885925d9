#include "render/picture_copy.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

#include "kernels/error.h"

namespace limber {

void PictureCopy::fit(Step& step, glm::ivec2 size_px) {
  if (step.size_px == size_px) return;
  step.size_px = glm::ivec2(0);  // until allocation succeeds
  step.picture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(step.picture.name(), 1, GL_SRGB8_ALPHA8, size_px.x, size_px.y);
  step.framebuffer = make_framebuffer();
  glNamedFramebufferTexture(step.framebuffer.name(), GL_COLOR_ATTACHMENT0, step.picture.name(), 0);
  if (glCheckNamedFramebufferStatus(step.framebuffer.name(), GL_FRAMEBUFFER) !=
      GL_FRAMEBUFFER_COMPLETE)
    throw Error(ExitCode::unavailable,
                fmt::format("OpenGL cannot copy pictures of {}x{}; choose a smaller size",
                            size_px.x, size_px.y));
  step.size_px = size_px;
}

ResolvedFrame PictureCopy::of(const ResolvedFrame& picture, int times) {
  std::size_t count = 1;
  for (int left = times; left > 2; left /= 2) ++count;
  steps_.resize(count);
  // Averages linear light, not sRGB bytes.
  glEnable(GL_FRAMEBUFFER_SRGB);
  ResolvedFrame from = picture;
  for (Step& step : steps_) {
    const glm::ivec2 size_px = glm::ivec2(from.width, from.height) / std::min(times, 2);
    fit(step, size_px);
    // At half size, linear filtering averages four pixels.
    glBlitNamedFramebuffer(from.framebuffer, step.framebuffer.name(), 0, 0, from.width, from.height,
                           0, 0, size_px.x, size_px.y, GL_COLOR_BUFFER_BIT,
                           times > 1 ? GL_LINEAR : GL_NEAREST);
    from = {step.framebuffer.name(), size_px.x, size_px.y};
  }
  glDisable(GL_FRAMEBUFFER_SRGB);
  return from;
}

ResolvedFrame PictureCopy::row(glm::ivec2 size_px) {
  fit(row_, size_px);
  const float nothing[4] = {};
  glClearNamedFramebufferfv(row_.framebuffer.name(), GL_COLOR, 0, nothing);
  return {row_.framebuffer.name(), size_px.x, size_px.y};
}

void PictureCopy::put(const ResolvedFrame& picture, int left_px) {
  glBlitNamedFramebuffer(picture.framebuffer, row_.framebuffer.name(), 0, 0, picture.width,
                         picture.height, left_px, 0, left_px + picture.width, picture.height,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

DrawnOver::DrawnOver(const ResolvedFrame& picture) {
  glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer);
  glViewport(0, 0, picture.width, picture.height);
}

DrawnOver::~DrawnOver() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

}  // namespace limber
