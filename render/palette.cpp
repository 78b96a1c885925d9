#include "render/palette.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace limber {

namespace {

// Consecutive colours differ strongly, since the first few classes are the largest.
constexpr int first_colors[] = {0x1f77b4, 0xff7f0e, 0x2ca02c, 0xd62728, 0x9467bd,
                                0xe8c51e, 0x17becf, 0xe377c2, 0x8c564b, 0x9ac93b,
                                0x1a3fa0, 0xffb08a, 0x0b6b4f, 0x8b0f45, 0xc5b0f5,
                                0x6b6b13, 0x7fe0d0, 0xff3fa4, 0x5a2d0c, 0xa9d7ff};
constexpr int first_color_count = static_cast<int>(std::size(first_colors));

/// Hue, saturation, value, each in [0, 1].
glm::vec3 from_hsv(float hue, float saturation, float value) {
  const glm::vec3 shifted = glm::fract(glm::vec3(hue) + glm::vec3(1.0f, 2.0f / 3.0f, 1.0f / 3.0f));
  const glm::vec3 pure = glm::clamp(glm::abs(shifted * 6.0f - 3.0f) - 1.0f, 0.0f, 1.0f);
  return value * glm::mix(glm::vec3(1.0f), pure, saturation);
}

}  // namespace

glm::vec3 constraint_color(int index) {
  if (index < first_color_count) {
    const int rgb = first_colors[std::max(index, 0)];
    return glm::vec3(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255) / 255.0f;
  }
  // The golden ratio spreads any number of hues evenly.
  const float hue = std::fmod(static_cast<float>(index) * 0.618034f, 1.0f);
  const int tone = index % 3;
  return from_hsv(hue, tone == 1 ? 0.45f : 0.8f, tone == 2 ? 0.6f : 0.9f);
}

// Polynomial fit of viridis by Matt Zucker (public domain); shaders/color_map.glsl has the same.
glm::vec3 field_color(float t) {
  constexpr glm::vec3 c[] = {
      {0.2777273f, 0.0054073f, 0.3340998f},   {0.1050930f, 1.4046136f, 1.3845902f},
      {-0.3308618f, 0.2148476f, 0.0950952f},  {-4.6342305f, -5.7991010f, -19.3324410f},
      {6.2282699f, 14.1799334f, 56.6905526f}, {4.7763850f, -13.7451454f, -65.3530326f},
      {-5.4354559f, 4.6458526f, 26.3124352f}};
  const float x = std::clamp(t, 0.0f, 1.0f);
  const glm::vec3 color =
      c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * (c[5] + x * c[6])))));
  return glm::clamp(color, 0.0f, 1.0f);
}

glm::vec3 linear_from_srgb(glm::vec3 srgb) {
  const auto one = [](float s) {
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
  };
  return {one(srgb.x), one(srgb.y), one(srgb.z)};
}

}  // namespace limber
