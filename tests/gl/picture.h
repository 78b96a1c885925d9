#pragma once

#include <gtest/gtest.h>

#include <glm/glm.hpp>

#include "render/frame_reader.h"
#include "render/renderer.h"

namespace limber {

/// Mean sRGB colour in [0, 1] of the 3 x 3 pixels around a position.
inline glm::vec3 color_at(const Image& image, glm::vec2 position_px) {
  glm::vec3 sum(0.0f);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const glm::ivec2 at = glm::clamp(glm::ivec2(position_px) + glm::ivec2(dx, dy), glm::ivec2(0),
                                       glm::ivec2(image.width - 1, image.height - 1));
      const std::uint8_t* pixel = &image.rgba8[4 * (std::size_t(at.y) * image.width + at.x)];
      sum += glm::vec3(pixel[0], pixel[1], pixel[2]);
    }
  return sum / (9.0f * 255.0f);
}

inline float brightness(glm::vec3 color) { return (color.x + color.y + color.z) / 3.0f; }

/// The last drawn picture.
inline Image read_picture(const Renderer& renderer) {
  FrameReader reader(1);
  reader.submit(renderer.frame());
  reader.finish();
  return reader.next().value();
}

}  // namespace limber
