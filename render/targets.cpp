#include "render/targets.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

#include "kernels/error.h"

namespace limber {

namespace {

constexpr int max_samples = 16;  // as in shaders/gbuffer.glsl

/// Sample positions of the bound framebuffer.
std::vector<glm::vec2> positions_of_samples(int samples) {
  std::vector<glm::vec2> positions(samples);
  for (int i = 0; i < samples; ++i)
    glGetMultisamplefv(GL_SAMPLE_POSITION, static_cast<unsigned>(i), &positions[i].x);
  return positions;
}

}  // namespace

void Targets::fit(glm::ivec2 size_px, int samples) {
  samples = std::clamp(samples, 1, max_samples);
  if (size_px == size_px_ && samples == samples_) return;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (size_px.x > largest || size_px.y > largest)
    throw Error(
        ExitCode::unavailable,
        fmt::format("pictures of {}x{} are too large for this OpenGL, which draws at most {} "
                    "pixels each way; choose a smaller size",
                    size_px.x, size_px.y, largest));
  size_px_ = glm::ivec2(0);  // until allocation succeeds

  texels_ = make_texture(GL_TEXTURE_2D_MULTISAMPLE);
  depth_ = make_texture(GL_TEXTURE_2D_MULTISAMPLE);
  picture_ = make_texture(GL_TEXTURE_2D);
  glTextureStorage2DMultisample(texels_.name(), samples, GL_RGBA16, size_px.x, size_px.y, GL_TRUE);
  glTextureStorage2DMultisample(depth_.name(), samples, GL_DEPTH_COMPONENT32F, size_px.x, size_px.y,
                                GL_TRUE);
  glTextureStorage2D(picture_.name(), 1, GL_SRGB8_ALPHA8, size_px.x, size_px.y);
  encoded_ = make_view(picture_, GL_TEXTURE_2D, GL_RGBA8);

  surfaces_framebuffer_ = make_framebuffer();
  picture_framebuffer_ = make_framebuffer();
  glNamedFramebufferTexture(surfaces_framebuffer_.name(), GL_COLOR_ATTACHMENT0, texels_.name(), 0);
  glNamedFramebufferTexture(surfaces_framebuffer_.name(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
  glNamedFramebufferTexture(picture_framebuffer_.name(), GL_COLOR_ATTACHMENT0, picture_.name(), 0);
  for (const GlFramebuffer* framebuffer : {&surfaces_framebuffer_, &picture_framebuffer_})
    if (glCheckNamedFramebufferStatus(framebuffer->name(), GL_FRAMEBUFFER) !=
        GL_FRAMEBUFFER_COMPLETE)
      throw Error(
          ExitCode::unavailable,
          fmt::format("OpenGL cannot draw pictures of {}x{} with {} samples per pixel; choose "
                      "a smaller size",
                      size_px.x, size_px.y, samples));
  glBindFramebuffer(GL_FRAMEBUFFER, surfaces_framebuffer_.name());
  GLint given = samples;  // or more, if OpenGL does not support that number
  glGetTextureLevelParameteriv(depth_.name(), 0, GL_TEXTURE_SAMPLES, &given);
  sample_at_ = positions_of_samples(std::min(given, max_samples));
  size_px_ = size_px;
  samples_ = samples;
}

void Targets::bind_surfaces() const {
  glBindFramebuffer(GL_FRAMEBUFFER, surfaces_framebuffer_.name());
  glViewport(0, 0, size_px_.x, size_px_.y);
  // Texels are only valid where depth is set.
  const float infinitely_far = 0.0f;
  glClearBufferfv(GL_DEPTH, 0, &infinitely_far);
}

void Targets::bind_picture() const {
  glBindFramebuffer(GL_FRAMEBUFFER, picture_framebuffer_.name());
  glViewport(0, 0, size_px_.x, size_px_.y);
}

ResolvedFrame Targets::frame() const {
  return {picture_framebuffer_.name(), size_px_.x, size_px_.y};
}

}  // namespace limber
