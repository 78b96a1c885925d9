#pragma once

namespace limber {

/// A finished picture on the GPU: single-sampled sRGB, OpenGL's names. Valid until the next draw.
struct ResolvedFrame {
  unsigned framebuffer = 0;
  unsigned texture = 0;  ///< bottom row first, as OpenGL has it
  int width = 0;
  int height = 0;
};

}  // namespace limber
