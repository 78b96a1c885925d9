#pragma once

#include "render/fluids.h"
#include "render/programs.h"

namespace limber {

/// What fluids let through of the key light: a map of how much they absorb on its way, which
/// shaders/shadow.glsl reads. Unlike a shadow, it is light and has their colour.
class FluidShade {
 public:
  explicit FluidShade(int size_px) : size_px_(size_px) {}
  /// The frame's uniforms are bound. The map is bound afterwards.
  void make(const FluidPrograms& programs, const Fluids& fluids, unsigned vertices);

 private:
  void fit(int fluids);

  int size_px_;
  int fluids_ = 0;  ///< that there is room for
  GlTexture thickness_, begins_;
  GlTexture absorbed_, begin_depth_;
};

}  // namespace limber
