#include "render/depth_pyramid.h"

#include <glad/gl.h>

namespace limber {

namespace {

constexpr int levels = 5, group_px = 32;  // of shaders/depth_pyramid.comp
constexpr unsigned small_depths_at = 5;   // of the same

}  // namespace

void DepthPyramid::fit(glm::ivec2 groups) {
  if (groups == groups_) return;
  groups_ = glm::ivec2(0);  // until allocation succeeds
  farthest_ = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(farthest_.name(), levels, GL_R32F, groups.x * group_px / 2,
                     groups.y * group_px / 2);
  glTextureParameteri(farthest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  groups_ = groups;
}

void DepthPyramid::make(const GlProgram& program, unsigned depths, glm::ivec2 size_px,
                        glm::vec2 nearness, const SmallDepths& small) {
  fit((size_px + (group_px - 1)) / group_px);
  glTextureBarrier();  // `depths` belongs to the bound framebuffer
  glBindTextureUnit(0, depths);
  glBindSampler(0, 0);
  for (int level = 0; level < levels; ++level)
    glBindImageTexture(static_cast<unsigned>(level), farthest_.name(), level, GL_FALSE, 0,
                       GL_WRITE_ONLY, GL_R32F);
  glUseProgram(program.name());
  glUniform2i(0, size_px.x, size_px.y);
  glUniform2f(1, nearness.x, nearness.y);
  glUniform1ui(2, static_cast<unsigned>(small.samples));
  if (small.samples > 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, small_depths_at, small.buffer);
  glDispatchCompute(static_cast<unsigned>(groups_.x), static_cast<unsigned>(groups_.y), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void DepthPyramid::use(unsigned unit) const { glBindTextureUnit(unit, farthest_.name()); }

}  // namespace limber
