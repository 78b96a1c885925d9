#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// What a picture is made in: multi-sampled texels of surfaces with their depth
/// (shaders/gbuffer.glsl), and the picture itself.
class Targets {
 public:
  /// Makes them anew if the size or the number of samples has changed. Throws Error(unavailable)
  /// when OpenGL cannot draw into pictures of this size.
  void fit(glm::ivec2 size_px, int samples);
  void bind_surfaces() const;  ///< to draw into, over the whole size, cleared
  void bind_picture() const;   ///< to draw over it
  ResolvedFrame frame() const;

  unsigned texels() const { return texels_.name(); }
  unsigned depth() const { return depth_.name(); }
  unsigned picture() const { return picture_.name(); }          ///< sRGB
  unsigned encoded_picture() const { return encoded_.name(); }  ///< RGBA8, for compute shaders
  int samples() const { return samples_; }
  glm::ivec2 size_px() const { return size_px_; }
  const std::vector<glm::vec2>& sample_positions() const { return sample_at_; }  ///< 0 to 1

 private:
  glm::ivec2 size_px_{0};
  int samples_ = 0;
  std::vector<glm::vec2> sample_at_;
  GlTexture texels_, depth_, picture_;
  GlTexture encoded_;  ///< the bytes of picture_, which shaders cannot write as sRGB
  GlFramebuffer surfaces_framebuffer_, picture_framebuffer_;
};

}  // namespace limber
