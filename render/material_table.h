#pragma once

#include <vector>

#include "render/gl_object.h"
#include "sim/publish.h"

namespace limber {

/// The materials of a scene, each once, as shaders/surface.glsl reads them by their numbers.
class MaterialTable {
 public:
  /// Throws Error(bad_input) for more of them than a texel of shaders/gbuffer.glsl can tell apart.
  unsigned number_of(const Material& material);
  GlBuffer uploaded() const;

 private:
  std::vector<Material> materials_;
};

}  // namespace limber
