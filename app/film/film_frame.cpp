#include "app/film/film_frame.h"

#include <algorithm>
#include <cmath>

namespace limber {

float largest_height_share(glm::vec2 window_px, float share, glm::vec2 film_px) {
  const glm::vec2 room_px = window_px * share;
  const float scale = std::min(room_px.x / film_px.x, room_px.y / film_px.y);
  return film_px.y * scale / window_px.y;
}

FilmFrame::FilmFrame(glm::vec2 window_px, float height_share, glm::vec2 film_px)
    : height_share_(height_share) {
  const glm::vec2 size_px = film_px * (height_share * window_px.y / film_px.y);
  low_px = (window_px - size_px) / 2.0f;
  high_px = window_px - low_px;
}

Camera FilmFrame::camera(const Camera& window) const {
  Camera film = window;
  if (height_share_ == 1.0f) return film;  // bit-exact, so that the picture can be identical
  film.fov_deg =
      2.0f * glm::degrees(std::atan(height_share_ * std::tan(glm::radians(window.fov_deg) / 2.0f)));
  return film;
}

}  // namespace limber
