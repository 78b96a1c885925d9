#include "app/window_loop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/first_scene.h"
#include "app/inputs.h"
#include "app/mesh_file.h"
#include "app/standard_streams.h"
#include "app/stop_signals.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr double longest_frame_s = 1.0 / 30.0;
// Maximum wait of a picture for new results: long enough to leave the machine to the steps, short
// enough for fading messages and timers.
constexpr double longest_wait_s = 1.0 / 40.0, standing_wait_s = 1.0 / 60.0;
constexpr double patience_at_end_s = 0.3;
constexpr double between_shader_looks_s = 0.5;
constexpr float largest_software_picture_px = 1280.0f * 720.0f;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

WindowLoop::WindowLoop(const Options& options)
    : options_(options),
      session_(options.backend.value_or(best_backend()), options.threads),
      window_({.size = options.size, .visible = false}),
      display_(window_),
      player_(session_, display_, Window::wake),
      interaction_(player_, moves_),
      comparison_(player_, window_, options.threads, Window::wake),
      film_{.fps = options.fps,
            .supersampling = options.supersampling,
            .cut_out = options.cut_out,
            .bar = options.bar,
            .bar_in_films = options.bar,
            .caption = options.caption},
      film_picture_(display_),
      wish_(options.wish) {
  display_.view.quality = options.quality.value_or(QualityLevel::medium);
  make_room();
  session_.keep_history();
  player_.set_speed(options.speed);
  Inputs inputs(options);
  gui_.emplace(window_);
  for (const std::string& note : open_first(inputs, session_, window_, *gui_)) notices_.tell(note);
  player_.start();
  for (const Variant& other : options.beside)
    if (other != Variant{session_.backend()}) comparison_.set_beside(other, true);
  comparison_.begin_with_all();
  interaction_.pick_from([this]() -> Player& {
    const std::vector<Player*>& players = comparison_.players();
    return *players[std::min(lane_under_mouse_, players.size() - 1)];
  });
  watch_scene();
  moves_.show_scene(player_.scene().id);
  if (!inputs.camera_path.empty()) {
    moves_.set_keys(camera_keys_of(inputs.camera_path, display_.camera.floor_m));
    moves_.play();
  }
  if (inputs.tour) begin_tour(std::move(*inputs.tour));
  window_.show();
  listen();
  if (!options.record.empty()) {
    film_.size_px = options.size;
    start_recording(options.record);
  }
  if (!options.exported.file.empty()) start_export(options.exported);
}

glm::ivec2 WindowLoop::picture_size_px() const {
  const glm::ivec2 framebuffer_px = glm::max(
      glm::ivec2(glm::vec2(window_.framebuffer_px()) * glm::vec2(lane_area(0).width(), 1)), 1);
  if (!window_.info().is_software) return framebuffer_px;
  // With software rendering, a large window shows a coarser picture instead of one per second.
  const float area_px = static_cast<float>(framebuffer_px.x) * static_cast<float>(framebuffer_px.y);
  const float share = std::min(1.0f, std::sqrt(largest_software_picture_px / area_px));
  return glm::max(glm::ivec2(glm::vec2(framebuffer_px) * share), 1);
}

/// A single picture fills the window, behind the panels; several share the free area.
WindowLoop::Area WindowLoop::lane_area(std::size_t lane) const {
  const auto lanes = static_cast<float>(comparison_.players().size());
  if (lanes == 1.0f) return {0.0f, 1.0f};
  const float units = static_cast<float>(std::max(window_.size().x, 1));
  const float left = panels_.free_left() / units;
  const float width = (panels_.free_right() / units - left) / lanes;
  return {left + width * static_cast<float>(lane), left + width * static_cast<float>(lane + 1)};
}

std::size_t WindowLoop::lane_at(glm::vec2 cursor) const {
  const std::size_t lanes = comparison_.players().size();
  const float x = cursor.x / static_cast<float>(std::max(window_.size().x, 1));
  std::size_t lane = 0;
  while (lane + 1 < lanes && x >= lane_area(lane).right) ++lane;
  return lane;
}

glm::vec2 WindowLoop::in_picture_px(glm::vec2 cursor) const {
  const Area area = lane_area(lane_under_mouse_);
  const glm::vec2 window(window_.size());
  return picture_px(cursor - glm::vec2(area.left * window.x, 0.0f),
                    glm::ivec2(glm::vec2(window.x * area.width(), window.y)), picture_size_px());
}

float WindowLoop::free_share() const {
  const glm::vec2 units = window_.size();
  return panels_.free_share(units.x,
                            text_size_ * window_.content_scale() / window_.pixels_per_unit().x);
}

float WindowLoop::aspect() const {
  const glm::vec2 size_px = picture_size_px();
  return size_px.x / std::max(size_px.y, 1.0f);
}

/// Scenes fill the picture; side panels would hide its edges, so the camera moves back.
void WindowLoop::make_room() {
  if (keeps_framing()) return;
  const bool for_files = !options_.record.empty() || !options_.screenshot.empty();
  constexpr float usual_aspect = 16.0f / 9.0f, filled = 0.8f;
  if (comparison_.active())
    player_.set_stand_back(std::max(filled * usual_aspect / aspect(), 1.0f));
  else
    player_.set_stand_back(for_files ? 1.0f : std::clamp(filled / free_share(), 1.0f, 1.5f));
}

void WindowLoop::frame_scene() {
  player_.frame_scene(comparison_.active() ? aspect() : aspect() * free_share());
  framed_ = display_.camera;
}

void WindowLoop::update_title() {
  std::string title =
      fmt::format("{} - {} - Limber", player_.scene().id, name_of(player_.readings().backend));
  if (player_.diverged())
    title += " (diverged)";
  else if (player_.paused())
    title += " (paused)";
  if (recorder_.recording()) title += " (recording)";
  if (export_) title += " (exporting)";
  if (tour_notes_) title += " (recording tour)";
  if (ends_since_s_) title += " (ending)";
  if (title == title_) return;
  window_.set_title(title);
  title_ = std::move(title);
}

void WindowLoop::draw_panels(double real_s) {
  gui_->begin_frame();
  MeasureWish wish;
  PanelContext panel{
      .player = player_,
      .film = film_,
      .gun = gun_,
      .comparison = comparison_,
      .film_frame =
          [this](glm::vec2 window_px) {
            return film_frame(window_px,
                              recorder_.recording() ? recorder_.size_px() : film_size_px());
          },
      .recorder = recorder_,
      .exported = export_.get(),
      .rate = rate_,
      .opengl = window_.info(),
      .notices = notices_,
      .loader = loader_,
      .moves = moves_,
      .blows = interaction_.blowing(),
      .notes = tour_notes_.has_value(),
      .caption = caption(),
      .fonts = gui_->fonts(),
      .real_s = static_cast<float>(real_s),
      .wish = wish,
      .act = [this](Action action) { asked_.push_back([this, action] { act(action); }); },
      .act_at = [this](
                    Action action,
                    int place) { asked_.push_back([this, action, place] { act(action, place); }); },
      .open =
          [this](SceneRequest request) {
            asked_.push_back([this, request = std::move(request)] { open(request); });
          },
      .later = [this](std::function<void()> work) { asked_.push_back(std::move(work)); }};
  panels_.draw(panel);
  player_.measure(wish);
  gui_->end_frame();
}

/// For shader development: reloads saved shaders within a moment.
void WindowLoop::reload_changed_shaders(double real_s) {
  shader_look_in_s_ -= real_s;
  if (shader_look_in_s_ > 0.0) return;
  shader_look_in_s_ = between_shader_looks_s;
  Renderer& renderer = display_.renderer();
  if (!renderer.shaders_changed()) return;
  // Withdraws the previous error instead of adding a pop-up for each attempt.
  notices_.withdraw(shader_error_);
  const std::string wrong = renderer.reload_shaders();
  display_.draw_anew();
  shader_error_ = wrong.empty() ? "" : "the shaders were not reloaded: " + wrong;
  if (wrong.empty())
    notices_.tell("Reloaded the shaders");
  else
    notices_.error(shader_error_);
}

/// Reports each problem once, until it is over or another occurs.
void WindowLoop::tell_of_trouble() {
  if (const std::vector<std::string>& notes = player_.readings().notes; notes != notes_) {
    notes_ = notes;
    if (!notes.empty()) notices_.tell(fmt::format("{}", fmt::join(notes, "\n")));
  }
  std::string trouble = player_.readings().trouble;
  if (trouble == trouble_) return;
  if (!trouble.empty()) notices_.tell(trouble);
  trouble_ = std::move(trouble);
}

/// Shows the newest state and requests the next frame.
void WindowLoop::picture(double real_s) {
  make_room();
  take_opened();
  reload_changed_shaders(real_s);
  reopen_changed_scene(real_s);
  const glm::ivec2 size_px = picture_size_px();
  display_.view.pixel_scale = window_.content_scale() * static_cast<float>(size_px.y) /
                              static_cast<float>(window_.framebuffer_px().y);
  interaction_.set_picture_size(size_px);
  if (!ends_since_s_) attempt([&] { player_.deliver(); });
  const bool first_whole = player_.take(now_s());
  bool whole = false;
  attempt([&] { whole = comparison_.take(now_s(), first_whole); });
  export_frame();
  move_camera(real_s, whole);
  interaction_.hover(!gui_->covers(cursor_));
  use_gamepad(real_s);
  interaction_.update(real_s);
  if (tour_ && whole && recorder_.recording()) follow_tour();
  if (tour_shown_ && !interaction_.pulling()) display_.overlay = tour_shown_->overlay;
  if (tour_notes_) note();
  if (whole) ++frames_;
  go_on(real_s);
  rate_.add(real_s);
  player_.draw(size_px);
  attempt([&] { comparison_.draw(size_px); });
  tell_of_trouble();
  if (whole) count_frame(real_s);
  present();
  draw_panels(real_s);
  update_title();
  window_.swap();
  const double shown_s = now_s();
  if (last_picture_s_ > 0.0) stats_.add_picture(1e3 * (shown_s - last_picture_s_));
  last_picture_s_ = shown_s;
  for (const auto& work : std::exchange(asked_, {})) attempt(work);
}

void WindowLoop::present() {
  const glm::ivec2 window_px = window_.framebuffer_px();
  const std::vector<Player*>& players = comparison_.players();
  if (players.size() > 1) window_.clear();
  for (std::size_t i = 0; i < players.size(); ++i) {
    const Area area = lane_area(i);
    const auto x_px = [&](float share) {
      return static_cast<int>(std::lround(share * static_cast<float>(window_px.x)));
    };
    players[i]->display().renderer().present(window_px, {x_px(area.left), 0},
                                             {x_px(area.right), window_px.y});
  }
}

void WindowLoop::move_camera(double real_s, bool whole) {
  if (std::exchange(gun_of_scene_, player_.scene_count()) != player_.scene_count())
    gun_ = gun_for(player_.home().distance_m / player_.stand_back());
  moves_.show_scene(player_.scene().id);
  if (!tour_) moves_.update(display_.camera, camera_s(real_s, whole));
}

/// Camera time step of a picture. In a film all frames are equally long.
double WindowLoop::camera_s(double real_s, bool whole) const {
  if (!recorder_.recording() || player_.stands()) return real_s;
  return whole ? 1.0 / recorder_.fps() : 0.0;
}

/// Requests the next frame, simulated while this one is drawn.
void WindowLoop::go_on(double real_s) {
  if (ends_since_s_ || (options_.frames && frames_ >= *options_.frames)) return;
  if (tour_ && !go_on_with_tour(real_s)) return;
  const double fps = recorder_.recording() ? recorder_.fps() : film_.fps;
  if (tour_ && recorder_.recording())
    player_.begin_frame(player_.speed() / fps,
                        true);  // the mouse does not move faster than the screen
  else
    comparison_.go_on(real_s, longest_frame_s, recorder_.recording() || export_ ? 1.0 / fps : 0.0);
}

/// Counts a drawn simulated frame, and records it once if it was simulated for a film.
void WindowLoop::count_frame(double real_s) {
  const double shown_s = now_s();
  stats_.add_frame(1e3 * (shown_s - std::exchange(last_frame_s_, shown_s)));
  if (!recorder_.recording()) return;
  // While paused, films in real time.
  const double frame_s = 1.0 / recorder_.fps();
  still_clock_.pass(real_s, frame_s);
  if (player_.stands() ? still_clock_.take(frame_s) : player_.shows_film_frame()) record_frame();
}

/// Also shows and films the frame simulated while the window was closing, so that files of the last
/// state match the last picture.
void WindowLoop::take_last_frame() {
  if (!player_.frame_is_there()) return;
  const bool first_whole = player_.take(now_s());
  bool whole = false;
  attempt([&] { whole = comparison_.take(now_s(), first_whole); });
  export_frame();
  if (!whole) return;
  ++frames_;
  player_.draw(picture_size_px());
  attempt([&] { comparison_.draw(picture_size_px()); });
  count_frame(0.0);
}

/// Waits for an event, a frame, or the maximum wait.
void WindowLoop::wait_for_news(double picture_s) {
  const double wait_s = player_.stands() ? standing_wait_s : longest_wait_s;
  const double left_s = wait_s - picture_s;
  if (player_.frame_is_there() || left_s <= 0.0)
    Window::poll_events();
  else
    Window::wait_events(left_s);
}

void WindowLoop::begin_to_end() {
  ends_since_s_ = now_s();
  player_.end();
  comparison_.end();
}

void WindowLoop::tell_of_the_end(double waited_s) {
  if (end_reported_ || waited_s < patience_at_end_s) return;
  end_reported_ = true;
  notices_.tell("Limber closes after the current step");
  say("limber: closes after the current step\n");
}

void WindowLoop::run() {
  const StopSignals signals;
  double start_s = last_frame_s_ = now_s();
  while (!(ends_since_s_ && player_.ended() && comparison_.ended())) {
    wait_for_news(now_s() - start_s);
    const double real_s = now_s() - std::exchange(start_s, now_s());
    const bool is_over = options_.frames && frames_ >= *options_.frames;
    if (!ends_since_s_ && (is_over || window_.should_close() || signals.name())) begin_to_end();
    if (ends_since_s_) tell_of_the_end(start_s - *ends_since_s_);
    const glm::ivec2 framebuffer_px = window_.framebuffer_px();
    if (framebuffer_px.x < 1 || framebuffer_px.y < 1) {
      Window::wait_events(0.05);  // minimised: there is nothing to draw into
      continue;
    }
    if (!ends_since_s_ || end_reported_) picture(real_s);
  }
  finish();
  signals.obey();
}

void WindowLoop::finish() {
  loader_.cancel();
  next_scene_.cancel();
  take_last_frame();
  write_saved_settings();
  recorder_.stop();
  if (export_) say("limber: {}\n", finish_export());
  stats_.add_steps(player_.take_step_times());
  if (!options_.screenshot.empty())
    write_screenshot(options_.screenshot, film_picture(film_size_px(), film_.cut_out),
                     film_.cut_out);
  for (const Beside::Measured& other : comparison_.measured()) stats_.add_beside(other);
  if (!options_.stats.empty()) stats_.write(options_.stats, session_);
  if (options_.frames && !session_.world().finite_now())
    throw Error(ExitCode::diverged, fmt::format("the simulation diverged on {}; try a smaller dt_s",
                                                name_of(session_.backend())));
  if (tour_notes_) write_notes();
  if (!options_.mesh.empty()) write_mesh(options_.mesh, session_, display_.view.spheres);
  if (!options_.save.empty()) session_.save(options_.save);
}

}  // namespace limber
