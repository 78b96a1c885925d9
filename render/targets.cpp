#include "render/targets.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "kernels/error.h"

namespace limber {

void Targets::fit(glm::ivec2 size_px, int samples) {
  if (size_px == size_px_ && samples == samples_) return;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (size_px.x > largest || size_px.y > largest)
    throw Error(
        ExitCode::unavailable,
        fmt::format("pictures of {}x{} are too large for this OpenGL, which draws {} pixels "
                    "at most each way; choose a smaller size",
                    size_px.x, size_px.y, largest));
  size_px_ = glm::ivec2(0);  // until all of it is there

  color_ = make_texture(GL_TEXTURE_2D_MULTISAMPLE);
  depth_ = make_texture(GL_TEXTURE_2D_MULTISAMPLE);
  resolved_color_ = make_texture(GL_TEXTURE_2D);
  glTextureStorage2DMultisample(color_.name(), samples, GL_SRGB8_ALPHA8, size_px.x, size_px.y,
                                GL_TRUE);
  glTextureStorage2DMultisample(depth_.name(), samples, GL_DEPTH_COMPONENT32F, size_px.x, size_px.y,
                                GL_TRUE);
  glTextureStorage2D(resolved_color_.name(), 1, GL_SRGB8_ALPHA8, size_px.x, size_px.y);
  glTextureParameteri(resolved_color_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);

  drawn_ = make_framebuffer();
  resolved_ = make_framebuffer();
  glNamedFramebufferTexture(drawn_.name(), GL_COLOR_ATTACHMENT0, color_.name(), 0);
  glNamedFramebufferTexture(drawn_.name(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
  glNamedFramebufferTexture(resolved_.name(), GL_COLOR_ATTACHMENT0, resolved_color_.name(), 0);
  for (const GlFramebuffer* framebuffer : {&drawn_, &resolved_})
    if (glCheckNamedFramebufferStatus(framebuffer->name(), GL_FRAMEBUFFER) !=
        GL_FRAMEBUFFER_COMPLETE)
      throw Error(
          ExitCode::unavailable,
          fmt::format("OpenGL cannot draw pictures of {}x{} with {} samples a pixel; choose "
                      "a smaller size",
                      size_px.x, size_px.y, samples));
  size_px_ = size_px;
  samples_ = samples;
}

void Targets::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, size_px_.x, size_px_.y);
}

void Targets::resolve() const {
  glBlitNamedFramebuffer(drawn_.name(), resolved_.name(), 0, 0, size_px_.x, size_px_.y, 0, 0,
                         size_px_.x, size_px_.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

ResolvedFrame Targets::frame() const {
  return {resolved_.name(), resolved_color_.name(), size_px_.x, size_px_.y};
}

}  // namespace limber
