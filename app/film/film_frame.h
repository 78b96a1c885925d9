#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"

namespace limber {

/// What of a window's picture a film of another shape shows: the largest part of that shape in the
/// middle that is within a share of both sides.
struct FilmFrame {
  FilmFrame(glm::vec2 window_px, float share, glm::vec2 film_px);
  glm::vec2 low_px, high_px;  ///< corners, from the top left one
  /// Sees what is within the frame, where `window` sees the window's picture.
  Camera camera(const Camera& window) const;

 private:
  float height_share_;
};

}  // namespace limber
