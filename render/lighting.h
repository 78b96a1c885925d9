#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/programs.h"
#include "render/targets.h"

namespace limber {

/// Deferred shading of the drawn surfaces and the surroundings (shaders/shade.comp). Tiles without
/// surfaces, usually most of them, are shaded by a separate, cheaper program.
class Lighting {
 public:
  Lighting();
  /// Requires that what the programs read besides `targets` is bound: uniforms, shadow maps,
  /// materials.
  void make_picture(const Programs& programs, const Targets& targets);

 private:
  void list_tiles(const GlProgram& program, glm::uvec2 tiles);

  GlBuffer lists_, empty_lists_;
  GlBuffer tiles_;
  unsigned room_ = 0;  ///< capacity of a list, in tiles
};

}  // namespace limber
