#include "app/window_loop.h"

namespace limber {

glm::ivec2 WindowLoop::film_size_px() const {
  return film_.size_px.x > 0 ? film_.size_px : window_.framebuffer_px();
}

/// Scenes are seen from farther away while panels hide the picture's sides; films are not.
FilmFrame WindowLoop::film_frame(glm::vec2 window_px, glm::ivec2 film_px) const {
  return {window_px, 1.0f / player_.stand_back(), film_px};
}

ResolvedFrame WindowLoop::film_picture(glm::ivec2 size_px) {
  const FilmFrame frame = film_frame(window_.framebuffer_px(), size_px);
  FilmLook look{.supersampling = film_.supersampling,
                .cut_out = recorder_.recording() ? recorder_.cut_out() : film_.cut_out,
                .marks = film_.marks,
                .pixel_scale = window_.content_scale() * static_cast<float>(size_px.y) /
                               (frame.high_px.y - frame.low_px.y)};
  if (film_.bar_in_films)
    look.bar = bar_text(player_.scene(), player_.readings(), film_.caption,
                        display_.shown_field(player_.draw_list()));
  return film_picture_.draw(frame.camera(display_.camera), size_px, look);
}

void WindowLoop::start_recording(const std::filesystem::path& file) {
  still_clock_.begin();
  const bool video = file.extension() == ".mp4";
  recorder_.start({.path = file,
                   .size_px = video ? Recorder::video_size(film_size_px()) : film_size_px(),
                   .fps = film_.fps,
                   .cut_out = film_.cut_out && !video});
}

void WindowLoop::record_frame() {
  const auto record = [this] { recorder_.frame(film_picture(recorder_.size_px())); };
  // A video that the command line asked for ends the program when it cannot be written.
  if (recorder_.path() == options_.record)
    record();
  else
    attempt(record);
}

}  // namespace limber
