#pragma once

namespace limber {

/// A finished picture on the GPU, as the name of its framebuffer: single-sampled sRGB. Valid until
/// the next draw.
struct ResolvedFrame {
  unsigned framebuffer = 0;
  int width = 0;
  int height = 0;
};

}  // namespace limber
