#pragma once

#include <cstdint>
#include <vector>

namespace limber {

/// A picture in memory: sRGB bytes, RGBA, top row first, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba8;  ///< 4 * width * height bytes
};

/// Converts premultiplied (in linear light) to straight alpha.
void unpremultiply(Image& image);

}  // namespace limber
