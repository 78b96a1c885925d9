#include "render/magnified.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "kernels/error.h"

namespace limber {

void Magnified::fit(glm::ivec2 size_px) {
  if (size_px == glm::ivec2(frame_.width, frame_.height)) return;
  frame_ = {};  // until allocation succeeds
  picture_ = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(picture_.name(), 1, GL_SRGB8_ALPHA8, size_px.x, size_px.y);
  framebuffer_ = make_framebuffer();
  glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, picture_.name(), 0);
  if (glCheckNamedFramebufferStatus(framebuffer_.name(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw Error(ExitCode::unavailable,
                fmt::format("OpenGL cannot magnify pictures to {}x{}; choose a smaller size",
                            size_px.x, size_px.y));
  frame_ = {framebuffer_.name(), size_px.x, size_px.y};
}

void Magnified::draw(const ResolvedFrame& picture, glm::ivec2 size_px) {
  fit(size_px);
  glBlitNamedFramebuffer(picture.framebuffer, frame_.framebuffer, 0, 0, picture.width,
                         picture.height, 0, 0, size_px.x, size_px.y, GL_COLOR_BUFFER_BIT,
                         GL_LINEAR);
}

}  // namespace limber
