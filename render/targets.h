#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "render/gl_object.h"
#include "render/resolved_frame.h"

namespace limber {

/// Render targets of a picture: the multisampled G-buffer (shaders/gbuffer.glsl) with depth, and
/// the picture itself.
class Targets {
 public:
  /// Recreates them if the size or the number of samples has changed. Throws Error(unavailable)
  /// when OpenGL does not support this size.
  void fit(glm::ivec2 size_px, int samples);
  void bind_surfaces() const;  ///< clears the G-buffer and binds it for drawing
  void bind_picture() const;   ///< binds the picture, to draw over it
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
  GlTexture encoded_;  ///< view of picture_'s bytes, since shaders cannot write sRGB
  GlFramebuffer surfaces_framebuffer_, picture_framebuffer_;
};

}  // namespace limber
