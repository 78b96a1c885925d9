#pragma once

#include <vector>

#include "render/gl_object.h"
#include "sim/publish.h"

namespace limber {

/// The distinct materials of a scene, indexed by shaders/surface.glsl.
class MaterialTable {
 public:
  /// Throws Error(bad_input) for more materials than the G-buffer (shaders/gbuffer.glsl) can index.
  unsigned number_of(const Material& material);
  GlBuffer uploaded() const;

 private:
  std::vector<Material> materials_;
};

}  // namespace limber
