#pragma once

#include <cstdint>
#include <vector>

namespace limber {

/// A picture in memory: sRGB bytes, red green blue alpha, top row first, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba8;  ///< 4 * width * height bytes
};

/// From colours that are multiplied by alpha, as light, to those that are not.
void unpremultiply(Image& image);

}  // namespace limber
