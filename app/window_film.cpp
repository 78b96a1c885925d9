#include "app/panel/lane_labels.h"
#include "app/window_loop.h"

namespace limber {

glm::ivec2 WindowLoop::film_size_px() const {
  return film_.size_px.x > 0 ? film_.size_px : window_.framebuffer_px();
}

/// A tour has its own captions.
std::string WindowLoop::caption() const {
  return tour_shown_ ? tour_shown_->caption : film_.caption;
}

/// Panels increase the camera distance; films undo this.
FilmFrame WindowLoop::film_frame(glm::vec2 picture_px, glm::ivec2 film_px) const {
  // The film being recorded does not jump when panels are shown or hidden.
  const float stand_back = recorder_.recording() ? film_stand_back_ : player_.stand_back();
  return {picture_px, comparison_.active() ? 1.0f : 1.0f / stand_back, film_px};
}

/// The picture of a single lane.
ResolvedFrame WindowLoop::film_picture(FilmPicture& film, glm::ivec2 size_px, bool cut_out,
                                       const std::optional<BarText>& bar) {
  const FilmFrame frame = film_frame(picture_size_px(), size_px);
  const float share = (frame.high_px.y - frame.low_px.y) / static_cast<float>(picture_size_px().y);
  const FilmLook look{.supersampling = film_.supersampling,
                      .cut_out = cut_out,
                      .marks = film_.marks,
                      .pixel_scale = window_.content_scale() * static_cast<float>(size_px.y) /
                                     (share * static_cast<float>(window_.framebuffer_px().y)),
                      .bar = bar};
  return film.draw(frame.camera(display_.camera), size_px, look);
}

ResolvedFrame WindowLoop::film_picture(glm::ivec2 size_px, bool cut_out) {
  std::optional<BarText> bar;
  if (film_.bar_in_films)
    bar = bar_text(player_.scene(), player_.readings(), caption(),
                   display_.shown_field(player_.draw_list()));
  else if (!caption().empty())
    bar = BarText{.caption = caption()};
  if (!comparison_.active()) return film_picture(film_picture_, size_px, cut_out, bar);
  if (bar) bar = without_solver(std::move(*bar));
  return side_by_side(size_px, cut_out, bar);
}

ResolvedFrame WindowLoop::side_by_side(glm::ivec2 size_px, bool cut_out,
                                       const std::optional<BarText>& bar) {
  if (!film_row_) film_row_.emplace();
  return film_row_->draw(size_px, lane_texts(player_.scene(), comparison_.readings()), bar,
                         [&](std::size_t i, glm::ivec2 lane_px) {
                           FilmPicture& film = i == 0 ? film_picture_ : comparison_.film(i);
                           return film_picture(film, lane_px, cut_out, std::nullopt);
                         });
}

void WindowLoop::start_recording(const std::filesystem::path& file) {
  const bool video = file.extension() == ".mp4";
  const FilmFile film{.path = file,
                      .size_px = video ? Recorder::video_size(film_size_px()) : film_size_px(),
                      .fps = film_.fps,
                      .cut_out = film_.cut_out && !video};
  film_picture(film.size_px, film.cut_out);  // drawing errors are reported now
  film_stand_back_ = player_.stand_back();
  still_clock_.begin();
  recorder_.start(film);
}

void WindowLoop::free_films() {
  film_picture_.free();
  comparison_.free_films();
  film_row_.reset();
}

void WindowLoop::record_frame() {
  const auto record = [this] {
    try {
      recorder_.frame(film_picture(recorder_.size_px(), recorder_.cut_out()));
    } catch (...) {
      // Finishes the film with the frames so far.
      const std::exception_ptr failed = std::current_exception();
      attempt([this] { recorder_.stop(); });
      free_films();
      std::rethrow_exception(failed);
    }
  };
  // A failed video requested on the command line ends the program.
  if (recorder_.path() == options_.record)
    record();
  else
    attempt(record);
}

}  // namespace limber
