#include "app/window_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/mesh_file.h"
#include "app/stop_signals.h"
#include "app/terminal_progress.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr double longest_frame_s = 1.0 / 30.0;
constexpr double between_shader_looks_s = 0.5;
constexpr float largest_software_picture_px = 1280.0f * 720.0f;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep_s(double seconds) {
  if (seconds > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace

WindowLoop::WindowLoop(const Options& options)
    : options_(options),
      session_(options.solver.value_or(best_solver()), options.threads),
      window_({.size = options.size, .visible = false}),
      display_(window_),
      player_(session_, display_),
      interaction_(player_) {
  make_room();
  {
    TerminalProgress progress;
    play(open_first_scene(options, progress));
  }
  window_.show();
  listen();
  gui_.emplace(window_);
  if (!options.record.empty()) recorder_.start(options.record, options.size, options.fps);
}

glm::ivec2 WindowLoop::picture_size_px() const {
  if (recorder_.recording()) return recorder_.size_px();
  const glm::ivec2 framebuffer_px = window_.framebuffer_px();
  if (!window_.info().is_software) return framebuffer_px;
  // Where the CPU draws, a large window shows a coarser picture rather than one a second.
  const float area_px = static_cast<float>(framebuffer_px.x) * static_cast<float>(framebuffer_px.y);
  const float share = std::min(1.0f, std::sqrt(largest_software_picture_px / area_px));
  return glm::max(glm::ivec2(glm::vec2(framebuffer_px) * share), 1);
}

float WindowLoop::free_share() const {
  const glm::vec2 units = window_.size();
  return panels_.free_share(units.x, window_.content_scale() / window_.pixels_per_unit().x);
}

float WindowLoop::aspect() const {
  const glm::vec2 size_px = picture_size_px();
  return size_px.x / std::max(size_px.y, 1.0f);
}

/// Scenes are made to fill a picture up to its margins; at a desk, panels hide its sides.
void WindowLoop::make_room() {
  const bool for_files = !options_.record.empty() || !options_.screenshot.empty();
  player_.set_stand_back(for_files ? 1.0f : std::clamp(0.8f / free_share(), 1.0f, 1.5f));
}

void WindowLoop::frame_scene() {
  player_.frame_scene(aspect() * free_share());
  framed_ = display_.camera;
}

void WindowLoop::update_title() {
  std::string title =
      fmt::format("{} - {} - Limber", session_.scene().id, name_of(session_.solver()));
  if (player_.diverged())
    title += " (diverged)";
  else if (player_.paused())
    title += " (paused)";
  if (recorder_.recording()) title += " (recording)";
  if (title == title_) return;
  window_.set_title(title);
  title_ = std::move(title);
}

void WindowLoop::draw_panels(double real_s) {
  gui_->begin_frame();
  Desk desk{.player = player_,
            .recorder = recorder_,
            .rate = rate_,
            .opengl = window_.info(),
            .notices = notices_,
            .loader = loader_,
            .fonts = gui_->fonts(),
            .real_s = static_cast<float>(real_s),
            .act = [this](Action action) { asked_.push_back([this, action] { act(action); }); },
            .open =
                [this](SceneRequest request) {
                  asked_.push_back([this, request = std::move(request)] { open(request); });
                },
            .later = [this](std::function<void()> work) { asked_.push_back(std::move(work)); }};
  panels_.draw(desk);
  gui_->end_frame();
}

/// For those who work on the shaders: what they save is in the picture a moment later.
void WindowLoop::reload_changed_shaders(double real_s) {
  shader_look_in_s_ -= real_s;
  if (shader_look_in_s_ > 0.0) return;
  shader_look_in_s_ = between_shader_looks_s;
  Renderer& renderer = display_.renderer();
  if (!renderer.shaders_changed()) return;
  // What was wrong before is out of date; nobody wants to close a pop-up for each attempt.
  notices_.withdraw(shader_error_);
  const std::string wrong = renderer.reload_shaders();
  shader_error_ = wrong.empty() ? "" : "the shaders were not reloaded: " + wrong;
  if (wrong.empty())
    notices_.tell("Reloaded the shaders");
  else
    notices_.error(shader_error_);
}

/// Once, until it is over or another.
void WindowLoop::tell_of_trouble() {
  if (const std::vector<std::string>& notes = session_.world().notes(); notes != notes_) {
    notes_ = notes;
    if (!notes.empty()) notices_.tell(fmt::format("{}", fmt::join(notes, "\n")));
  }
  std::string trouble = session_.world().trouble();
  if (trouble == trouble_) return;
  if (!trouble.empty()) notices_.tell(trouble);
  trouble_ = std::move(trouble);
}

void WindowLoop::frame(double real_s) {
  make_room();
  take_opened();
  reload_changed_shaders(real_s);
  const glm::ivec2 size_px = picture_size_px();
  display_.view.pixel_scale = window_.content_scale() * static_cast<float>(size_px.y) /
                              static_cast<float>(window_.framebuffer_px().y);
  interaction_.set_picture_size(size_px);
  interaction_.update(real_s);
  const double frame_s =
      recorder_.recording() ? 1.0 / recorder_.fps() : std::min(real_s, longest_frame_s);
  rate_.add(real_s, player_.frame(frame_s, size_px));
  tell_of_trouble();
  if (recorder_.recording()) record_frame();
  display_.renderer().present(window_.framebuffer_px());
  draw_panels(real_s);
  update_title();
  window_.swap();
  for (const auto& work : std::exchange(asked_, {})) attempt(work);
}

void WindowLoop::run() {
  double last_s = now_s();
  int frames = 0;
  const StopSignals signals;
  while (!window_.should_close() && !signals.name() &&
         (!options_.frames || frames < *options_.frames)) {
    Window::poll_events();
    const double start_s = now_s();
    const double real_s = start_s - std::exchange(last_s, start_s);
    const glm::ivec2 framebuffer_px = window_.framebuffer_px();
    if (framebuffer_px.x < 1 || framebuffer_px.y < 1) {
      sleep_s(0.05);  // minimised: there is nothing to draw into
      continue;
    }
    frame(real_s);
    ++frames;
    stats_.add_frame(1e3 * (now_s() - start_s), session_);
    // A picture that stands still needs no more of the machine than the eye sees.
    if (player_.paused()) sleep_s(1.0 / 60.0 - (now_s() - start_s));
  }
  finish();
  signals.obey();
}

void WindowLoop::finish() {
  loader_.cancel();
  recorder_.stop();
  if (!options_.screenshot.empty()) write_screenshot(options_.screenshot, display_.renderer());
  if (!options_.stats.empty()) stats_.write(options_.stats, session_);
  if (options_.frames && !player_.world().finite_now())
    throw Error(ExitCode::diverged, fmt::format("the simulation diverged on {}; try a smaller dt_s",
                                                name_of(session_.solver())));
  if (!options_.mesh.empty()) write_mesh(options_.mesh, session_, display_.view.spheres);
}

}  // namespace limber
