#pragma once

#include "render/fluids.h"
#include "render/programs.h"

namespace limber {

/// Coloured shadows of fluids: a map of how much key light they absorb, read by
/// shaders/shadow.glsl.
class FluidShade {
 public:
  explicit FluidShade(int size_px) : size_px_(size_px) {}
  /// Requires that the frame's uniforms are bound. Leaves the map bound.
  void make(const FluidPrograms& programs, const Fluids& fluids, unsigned vertices);

 private:
  void fit(int fluids);

  int size_px_;
  int fluids_ = 0;  ///< capacity
  GlTexture thickness_, begins_;
  GlTexture absorbed_, begin_depth_;
};

}  // namespace limber
