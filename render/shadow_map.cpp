#include "render/shadow_map.h"

#include <glad/gl.h>

#include <algorithm>

namespace limber {

ParallelView parallel_view(glm::vec3 direction, glm::vec3 min_m, glm::vec3 max_m,
                           float ground_height_m) {
  const bool steep = direction.y > 0.99f;
  const glm::vec3 any(0.0f, steep ? 0.0f : 1.0f, steep ? 1.0f : 0.0f);
  const glm::vec3 right = glm::normalize(glm::cross(any, direction));
  const glm::vec3 up = glm::cross(direction, right);
  const glm::mat3 light_from_world = glm::transpose(glm::mat3(right, up, direction));

  glm::vec3 low(1e30f), high(-1e30f);
  const auto include = [&](glm::vec3 point_m) {
    const glm::vec3 seen = light_from_world * point_m;
    low = glm::min(low, seen);
    high = glm::max(high, seen);
  };
  for (int i = 0; i < 8; ++i) {
    const glm::vec3 corner(i & 1 ? max_m.x : min_m.x, i & 2 ? max_m.y : min_m.y,
                           i & 4 ? max_m.z : min_m.z);
    include(corner);
    include(corner - direction * ((corner.y - ground_height_m) / direction.y));
  }
  ParallelView view;
  view.across_m = std::max({high.x - low.x, high.y - low.y, 1e-3f});
  view.deep_m = std::max(high.z - low.z, 1e-3f) * 1.02f;
  const glm::vec3 middle = (low + high) / 2.0f;
  const glm::vec3 scale(1.0f / view.across_m, 1.0f / view.across_m, -1.0f / view.deep_m);
  view.texture_from_world = glm::mat4(light_from_world);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) view.texture_from_world[column][row] *= scale[row];
    view.texture_from_world[3][row] = 0.5f - middle[row] * scale[row];
  }
  return view;
}

glm::mat4 ParallelView::clip_from_world() const {
  glm::mat4 clip_from_texture(1.0f);
  clip_from_texture[0][0] = clip_from_texture[1][1] = 2.0f;
  clip_from_texture[3] = {-1.0f, -1.0f, 0.0f, 1.0f};
  return clip_from_texture * texture_from_world;
}

ShadowMap::ShadowMap(int size_px)
    : size_px_(size_px),
      texture_(make_texture(GL_TEXTURE_2D)),
      compared_(make_sampler()),
      plain_(make_sampler()),
      framebuffer_(make_framebuffer()) {
  // The rounding of 16 bits is small against the bias of the key light's lookups, a texel's width;
  // for the sky, so small a height occludes next to nothing.
  glTextureStorage2D(texture_.name(), 1, GL_DEPTH_COMPONENT16, size_px, size_px);
  for (const GlSampler* sampler : {&compared_, &plain_}) {
    const GLint filter = sampler == &compared_ ? GL_LINEAR : GL_NEAREST;
    glSamplerParameteri(sampler->name(), GL_TEXTURE_MIN_FILTER, filter);
    glSamplerParameteri(sampler->name(), GL_TEXTURE_MAG_FILTER, filter);
    glSamplerParameteri(sampler->name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(sampler->name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glSamplerParameteri(compared_.name(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glSamplerParameteri(compared_.name(), GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_ATTACHMENT, texture_.name(), 0);
  glNamedFramebufferDrawBuffer(framebuffer_.name(), GL_NONE);
}

void ShadowMap::use_compared(unsigned unit) const {
  glBindTextureUnit(unit, texture_.name());
  glBindSampler(unit, compared_.name());
}

void ShadowMap::use_plain(unsigned unit) const {
  glBindTextureUnit(unit, texture_.name());
  glBindSampler(unit, plain_.name());
}

void ShadowMap::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, size_px_, size_px_);
  const float farthest = 1.0f;
  glClearNamedFramebufferfv(framebuffer_.name(), GL_DEPTH, 0, &farthest);
}

}  // namespace limber
