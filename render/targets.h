#pragma once

#include <glm/glm.hpp>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// What a picture is drawn into: multi-sampled colour and depth, and the colour resolved.
class Targets {
 public:
  /// Makes them anew if the size or the number of samples has changed. Throws Error(unavailable)
  /// when OpenGL cannot draw into pictures of this size.
  void fit(glm::ivec2 size_px, int samples);
  void bind() const;     ///< to draw into, over the whole size
  void resolve() const;  ///< averages the samples, in linear light
  ResolvedFrame frame() const;

 private:
  glm::ivec2 size_px_{0};
  int samples_ = 0;
  GlTexture color_, depth_, resolved_color_;
  GlFramebuffer drawn_, resolved_;
};

}  // namespace limber
