#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Makes a picture of surfaces that were drawn, and of what is around them (shaders/shade.comp).
/// Most tiles of a picture show no surface: these are lit by themselves, since that takes less.
class Lighting {
 public:
  Lighting();
  /// What the programs read besides `targets` is bound: uniforms, shadow maps, materials.
  void make_picture(const Programs& programs, const Targets& targets);

 private:
  void list_tiles(const GlProgram& program, glm::uvec2 tiles);

  GlBuffer lists_, empty_lists_;
  GlBuffer tiles_;
  unsigned room_ = 0;  ///< for tiles in a list
};

}  // namespace limber
