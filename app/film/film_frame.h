#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"

namespace limber {

/// The fraction of a window's height that the largest rectangle of the film's aspect ratio within
/// `share` of both sides takes.
float largest_height_share(glm::vec2 window_px, float share, glm::vec2 film_px);

/// The part of a window's picture that a film shows: a centred rectangle of the film's aspect
/// ratio. Wider than the window if the window has become narrow.
struct FilmFrame {
  FilmFrame(glm::vec2 window_px, float height_share, glm::vec2 film_px);
  glm::vec2 low_px, high_px;  ///< corners, from the top left one
  /// The camera that sees the frame, if `window` is the window's camera.
  Camera camera(const Camera& window) const;

 private:
  float height_share_;
};

}  // namespace limber
