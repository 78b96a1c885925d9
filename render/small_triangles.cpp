#include "render/small_triangles.h"

#include <glad/gl.h>

namespace limber {

namespace {

constexpr unsigned nearest_at = 5, texels_at = 6;  // bindings in shaders/small_triangles.glsl

/// Locations of uniforms in shaders/small_triangles.comp.
enum Uniform {
  samples_at,
  sample_positions_at,
  writes_texels_at = 20,
  mode_at,
  field_range_at,
  view_at,
  nearness_at,
  clips_at,
  size_at
};

}  // namespace

bool SmallTriangles::can_draw(glm::ivec2 size_px, std::size_t samples) {
  return sizeof(glm::uvec2) * size_px.x * size_px.y * samples <= max_storage_block_bytes();
}

void SmallTriangles::begin(const Target& target) {
  target_ = target;
  const glm::ivec2 size_px = target.view.size_px;
  const std::size_t needed = std::size_t(size_px.x) * size_px.y * target.sample_at.size();
  if (needed > room_) {
    room_ = 0;  // until allocation succeeds
    nearest_ = make_buffer();
    glNamedBufferStorage(nearest_.name(), static_cast<GLsizeiptr>(needed * sizeof(unsigned)),
                         nullptr, 0);
    if (target.has_texels) {
      texels_ = make_buffer();
      glNamedBufferStorage(texels_.name(), static_cast<GLsizeiptr>(needed * sizeof(glm::uvec2)),
                           nullptr, 0);
    }
    room_ = needed;
    is_empty_ = false;
  }
  if (is_empty_) return;  // merge() has emptied it
  const unsigned nothing = 0;
  glClearNamedBufferData(nearest_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &nothing);
  is_empty_ = true;
}

void SmallTriangles::rasterize(const GlProgram& program, const Instances& instances,
                               unsigned vertices, const Surface& surface) {
  is_empty_ = false;
  glUseProgram(program.name());
  glUniform1ui(samples_at, static_cast<unsigned>(samples()));
  glUniform2fv(sample_positions_at, samples(), &target_.sample_at[0].x);
  glUniform1ui(mode_at, surface.mode);
  glUniform2f(field_range_at, surface.field_range.x, surface.field_range.y);
  glUniformMatrix4fv(view_at, 1, GL_FALSE, &target_.view.clip_from_world[0][0]);
  glUniform2f(nearness_at, target_.nearness.x, target_.nearness.y);
  glUniform1i(clips_at, target_.has_texels);
  glUniform2i(size_at, target_.view.size_px.x, target_.view.size_px.y);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, nearest_at, nearest_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, texels_at, texels_.name());
  for (const int writes_texels : {0, 1}) {
    if (writes_texels && !target_.has_texels) break;
    glUniform1i(writes_texels_at, writes_texels);
    instances.dispatch_small(target_.viewer, vertices);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
}

void SmallTriangles::merge(const GlProgram& program, const Instances& instances) {
  glUseProgram(program.name());
  glUniform1ui(0, static_cast<unsigned>(samples()));
  glUniform1i(1, target_.view.size_px.x);
  glUniform2f(2, target_.nearness.x, target_.nearness.y);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, nearest_at, nearest_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, texels_at, texels_.name());
  instances.draw_if_small(target_.viewer);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  is_empty_ = true;
}

}  // namespace limber
