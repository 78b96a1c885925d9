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

/// Panels increase the camera distance; films undo this. film_px: of one lane.
WindowLoop::FilmFraming WindowLoop::film_framing(glm::ivec2 film_px) const {
  if (keeps_framing()) return *recorded_framing_;
  const float share = comparison_.active() ? 1.0f : 1.0f / player_.stand_back();
  const float height_share = largest_height_share(picture_size_px(), share, film_px);
  return {comparison_.players().size(), height_share,
          height_share * static_cast<float>(window_.framebuffer_px().y) / window_.content_scale()};
}

/// Whether a film is being recorded, whose framing changes neither with the window nor with panels.
bool WindowLoop::keeps_framing() const {
  return recorder_.recording() && recorded_framing_ &&
         recorded_framing_->lanes == comparison_.players().size();
}

FilmFrame WindowLoop::film_frame(glm::vec2 picture_px, glm::ivec2 film_px) const {
  return {picture_px, film_framing(film_px).height_share, film_px};
}

/// The picture of a single lane.
ResolvedFrame WindowLoop::film_picture(FilmPicture& film, glm::ivec2 size_px, bool cut_out,
                                       const std::optional<BarText>& bar) {
  const FilmFraming framing = film_framing(size_px);
  if (recorder_.recording()) recorded_framing_ = framing;
  const FilmLook look{.supersampling = film_.supersampling,
                      .cut_out = cut_out,
                      .marks = film_.marks,
                      .pixel_scale = static_cast<float>(size_px.y) / framing.height_units,
                      .bar = bar};
  return film.draw(film_frame(picture_size_px(), size_px).camera(display_.camera), size_px, look);
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
  recorded_framing_.reset();
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
