#include "render/fluid_foam.h"

#include <glad/gl.h>

#include "render/dispatch.h"
#include "render/plain_texture.h"

namespace limber {

namespace {

constexpr int layers = 4;  // of shaders/foam.glsl
constexpr unsigned sums_unit = 3;
constexpr unsigned specks_per_group = 64;

}  // namespace

void FluidFoam::fit(glm::ivec2 size_px) {
  if (size_px == size_px_) return;
  size_px_ = glm::ivec2(0);  // until allocation succeeds
  sums_ = make_plain_array(GL_R32UI, size_px, layers);
  size_px_ = size_px;
}

void FluidFoam::draw(const FluidPrograms& programs, const Fluids& fluids, unsigned vertices,
                     const Targets& targets) {
  fit(targets.size_px());
  glClearTexImage(sums_.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  glBindImageTexture(0, sums_.name(), 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices);
  const GlProgram& splat = programs.splat_foam;
  glUseProgram(splat.name());
  for (const Fluids::Part& foam : fluids.foams()) {
    glProgramUniform2ui(splat.name(), 0, foam.first_vertex, foam.count);
    glProgramUniform1f(splat.name(), 1, foam.radius_m);
    glProgramUniform1f(splat.name(), 2, fluids.largest_radius_m());
    dispatch_items(foam.count, specks_per_group);
  }
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glBindTextureUnit(sums_unit, sums_.name());
  glBindImageTexture(0, targets.encoded_picture(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
  glUseProgram(programs.foam.name());
  dispatch_pixels(size_px_);
  // Also for the next picture, which clears the sums.
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

}  // namespace limber
