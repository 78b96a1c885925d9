#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"

namespace limber {

/// Depths of small triangles that are not in a depth buffer yet (render/small_triangles.h).
struct SmallDepths {
  unsigned buffer = 0;
  int samples = 0;  ///< per pixel; 0: none
};

/// A depth buffer, reduced to the farthest depths of square areas (shaders/depth_pyramid.comp), by
/// which Instances finds out what is hidden.
class DepthPyramid {
 public:
  /// How depths become nearness, 1 at the front and 0 at the back: x + y depth.
  static constexpr glm::vec2 reversed{0.0f, 1.0f}, not_reversed{1.0f, -1.0f};

  /// program: for multisampled depths or for others, as `depths` is. Nothing must be drawn to
  /// `depths` before use() has served its purpose.
  void make(const GlProgram& program, unsigned depths, glm::ivec2 size_px, glm::vec2 nearness,
            const SmallDepths& small = {});
  void use(unsigned unit) const;

 private:
  void fit(glm::ivec2 groups);

  glm::ivec2 groups_{0};
  GlTexture farthest_;
};

}  // namespace limber
