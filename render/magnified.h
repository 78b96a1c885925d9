#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// A larger copy of a picture.
class Magnified {
 public:
  /// Throws Error(unavailable) if OpenGL does not support this size.
  void draw(const ResolvedFrame& picture, glm::ivec2 size_px);
  /// The last copy; 0 pixels wide if there is none.
  const ResolvedFrame& frame() const { return frame_; }

 private:
  void fit(glm::ivec2 size_px);

  GlTexture picture_;
  GlFramebuffer framebuffer_;
  ResolvedFrame frame_;
};

}  // namespace limber
