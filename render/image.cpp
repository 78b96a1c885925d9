#include "render/image.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {

namespace {

double linear_of(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgb_of(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

/// By alpha and by what was multiplied with it.
using Table = std::array<std::array<std::uint8_t, 256>, 256>;

Table make_table() {
  Table table{};
  for (int alpha = 1; alpha < 256; ++alpha)
    for (int byte = 0; byte < 256; ++byte)
      table[alpha][byte] = static_cast<std::uint8_t>(
          std::lround(255.0 * srgb_of(std::min(linear_of(byte / 255.0) / (alpha / 255.0), 1.0))));
  return table;
}

}  // namespace

void unpremultiply(Image& image) {
  static const Table table = make_table();
  for (std::size_t i = 0; i + 3 < image.rgba8.size(); i += 4)
    for (std::size_t c = i; c < i + 3; ++c)
      image.rgba8[c] = table[image.rgba8[i + 3]][image.rgba8[c]];
}

}  // namespace limber
