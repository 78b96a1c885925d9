#include "render/image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/palette.h"

namespace limber {

namespace {

double srgb_of(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

/// Indexed by alpha and the premultiplied value.
using Table = std::array<std::array<std::uint8_t, 256>, 256>;

Table make_table() {
  std::array<float, 256> linear;
  for (int byte = 0; byte < 256; ++byte)
    linear[byte] = linear_from_srgb(glm::vec3(static_cast<float>(byte) / 255.0f)).r;
  Table table{};
  for (int alpha = 1; alpha < 256; ++alpha)
    for (int byte = 0; byte < 256; ++byte)
      table[alpha][byte] = static_cast<std::uint8_t>(
          std::lround(255.0 * srgb_of(std::min(255.0 * linear[byte] / alpha, 1.0))));
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
