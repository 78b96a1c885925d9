#include "render/lighting.h"

#include <glad/gl.h>

#include "render/upload.h"

namespace limber {

namespace {

constexpr unsigned tile_px = 8;  // of shaders/tiles.glsl
constexpr unsigned texels_unit = 3, lit_depths_unit = 4;

/// struct TileList of shaders/tiles.glsl.
struct TileList {
  glm::uvec3 groups{0, 1, 1};
  unsigned count = 0;
};

}  // namespace

Lighting::Lighting() : lists_(make_buffer()) {
  const TileList empty[2];
  empty_lists_ = upload<TileList>(empty);
  glNamedBufferStorage(lists_.name(), sizeof empty, nullptr, 0);
}

void Lighting::list_tiles(const GlProgram& program, glm::uvec2 tiles) {
  if (tiles.x * tiles.y > room_) {
    room_ = tiles.x * tiles.y;
    tiles_ = make_buffer();
    glNamedBufferStorage(tiles_.name(), static_cast<GLsizeiptr>(2 * sizeof(unsigned)) * room_,
                         nullptr, 0);
  }
  glCopyNamedBufferSubData(empty_lists_.name(), lists_.name(), 0, 0, 2 * sizeof(TileList));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lists_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, tiles_.name());
  glUseProgram(program.name());
  glDispatchCompute(tiles.x, tiles.y, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
}

void Lighting::make_picture(const Programs& programs, const Targets& targets) {
  glBindTextureUnit(texels_unit, targets.texels());
  glBindTextureUnit(lit_depths_unit, targets.depth());
  list_tiles(programs.list_tiles, (glm::uvec2(targets.size_px()) + (tile_px - 1)) / tile_px);

  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  const std::vector<glm::vec2>& sample_at = targets.sample_positions();
  glProgramUniform2fv(programs.shade_surfaces.name(), 0, static_cast<int>(sample_at.size()),
                      &sample_at[0].x);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lists_.name());
  GLintptr list = 0;
  for (const GlProgram* program : {&programs.shade_surfaces, &programs.shade_surroundings}) {
    glUseProgram(program->name());
    glDispatchComputeIndirect(list);
    list += sizeof(TileList);
  }
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  // For later draws and copies, and for the next picture, which overwrites the lists.
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

}  // namespace limber
