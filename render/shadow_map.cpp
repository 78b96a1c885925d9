#include "render/shadow_map.h"

#include <glad/gl.h>

#include <algorithm>

namespace limber {

glm::vec3 direction_to_light() { return glm::normalize(glm::vec3(-0.35f, 1.0f, 0.5f)); }

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

ShadowMap::ShadowMap(int size_px) : size_px_(size_px) {
  compared_ = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(compared_.name(), 1, GL_DEPTH_COMPONENT32F, size_px, size_px);
  unsigned name = 0;
  glGenTextures(1, &name);  // a view must not have been created with a target
  plain_ = GlTexture(name);
  glTextureView(name, GL_TEXTURE_2D, compared_.name(), GL_DEPTH_COMPONENT32F, 0, 1, 0, 1);
  for (const GlTexture* texture : {&compared_, &plain_}) {
    const GLint filter = texture == &compared_ ? GL_LINEAR : GL_NEAREST;
    glTextureParameteri(texture->name(), GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(texture->name(), GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(texture->name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture->name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glTextureParameteri(compared_.name(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTextureParameteri(compared_.name(), GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);

  framebuffer_ = make_framebuffer();
  glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_ATTACHMENT, compared_.name(), 0);
  glNamedFramebufferDrawBuffer(framebuffer_.name(), GL_NONE);
}

void ShadowMap::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, size_px_, size_px_);
  const float farthest = 1.0f;
  glClearNamedFramebufferfv(framebuffer_.name(), GL_DEPTH, 0, &farthest);
}

}  // namespace limber
