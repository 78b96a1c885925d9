#include "render/fluid_shade.h"

#include <glad/gl.h>

#include "render/dispatch.h"
#include "render/plain_texture.h"

namespace limber {

namespace {

constexpr unsigned absorbed_light_unit = 5, begins_unit = 6;  // of shaders/shadow.glsl
constexpr unsigned counts_unit = 3, counted_begins_unit = 4;

}  // namespace

void FluidShade::fit(int fluids) {
  if (fluids_ == fluids) return;
  fluids_ = 0;
  const glm::ivec2 size(size_px_);
  thickness_ = make_plain_array(GL_R32UI, size, fluids);
  begins_ = make_plain_texture(GL_R32UI, size);
  absorbed_ = make_plain_texture(GL_RGBA16F, size, true);
  begin_depth_ = make_plain_texture(GL_R32F, size, true);
  fluids_ = fluids;
}

void FluidShade::make(const FluidPrograms& programs, const Fluids& fluids, unsigned vertices) {
  fit(static_cast<int>(fluids.parts().size()));
  for (const GlTexture* sum : {&thickness_, &begins_})
    glClearTexImage(sum->name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  glBindImageTexture(0, thickness_.name(), 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
  glBindImageTexture(1, begins_.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
  fluids.splat(programs.splat_light, vertices);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);

  glBindTextureUnit(counts_unit, thickness_.name());
  glBindTextureUnit(counted_begins_unit, begins_.name());
  glBindImageTexture(0, absorbed_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
  glBindImageTexture(1, begin_depth_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
  glUseProgram(programs.absorb_light.name());
  glProgramUniform1i(programs.absorb_light.name(), 0, fluids_);
  dispatch_pixels(glm::ivec2(size_px_));
  // Also for the next picture, which clears the sums.
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  glBindTextureUnit(absorbed_light_unit, absorbed_.name());
  glBindTextureUnit(begins_unit, begin_depth_.name());
}

}  // namespace limber
