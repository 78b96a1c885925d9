#include "app/window_app.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/interaction.h"
#include "app/panel/gui.h"
#include "app/panel/panels.h"
#include "app/stats.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr double longest_frame_s = 1.0 / 30.0;
constexpr float largest_software_picture_px = 1280.0f * 720.0f;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep_s(double seconds) {
  if (seconds > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

std::optional<Interaction::Button> button_of(int glfw_button) {
  if (glfw_button == GLFW_MOUSE_BUTTON_LEFT) return Interaction::Button::left;
  if (glfw_button == GLFW_MOUSE_BUTTON_RIGHT) return Interaction::Button::right;
  if (glfw_button == GLFW_MOUSE_BUTTON_MIDDLE) return Interaction::Button::middle;
  return std::nullopt;
}

class WindowApp {
 public:
  explicit WindowApp(const Options& options);
  void run();

 private:
  void listen();
  void on_key(int key, int action, int mods);
  void on_mouse_button(int button, int action, int mods);
  void act(Action action);
  void toggle_recording();
  void take_screenshot();
  void open_files(const std::vector<std::string>& paths);

  void frame(double real_s);
  void draw_panels(double real_s);
  void finish();

  float free_share() const;
  float aspect() const;
  void make_room();
  /// Does it, and shows what went wrong instead of ending the program.
  template <class Work>
  void attempt(const Work& work);
  glm::ivec2 picture_size_px() const;
  void update_title();

  const Options& options_;
  Session session_;
  Window window_;
  Display display_;
  Player player_;
  Interaction interaction_;
  Recorder recorder_;
  FrameRate rate_;
  StatsRecorder stats_;
  Notices notices_;
  Panels panels_;
  std::optional<Gui> gui_;
  glm::vec2 cursor_{0.0f};  ///< in the window's units
  std::vector<std::function<void()>> asked_;
  std::string title_;
};

WindowApp::WindowApp(const Options& options)
    : options_(options),
      session_(options.solver.value_or(best_solver()), options.threads),
      window_({.size = options.size}),
      display_(window_),
      player_(session_, display_),
      interaction_(player_) {
  make_room();
  player_.open(options.scene, options.settings);
  listen();
  gui_.emplace(window_);
  if (!options.record.empty()) recorder_.start(options.record, options.size, options.fps);
}

template <class Work>
void WindowApp::attempt(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    notices_.error(error.what());
  }
}

void WindowApp::listen() {
  window_.events.key = [this](int key, int, int action, int mods) { on_key(key, action, mods); };
  window_.events.character = [this](unsigned codepoint) { panels_.character(codepoint); };
  window_.events.mouse_button = [this](int button, int action, int mods) {
    on_mouse_button(button, action, mods);
  };
  window_.events.cursor = [this](double x, double y) {
    cursor_ = {x, y};
    interaction_.move(picture_px(cursor_, window_.size(), picture_size_px()));
  };
  window_.events.scroll = [this](double, double steps) {
    if (interaction_.pulling() || !gui_->covers(cursor_))
      interaction_.scroll(static_cast<float>(steps));
  };
  window_.events.drop = [this](const std::vector<std::string>& paths) { open_files(paths); };
  window_.events.focus = [this](bool focused) {
    if (!focused) interaction_.forget_keys();
  };
}

void WindowApp::on_key(int key, int action, int mods) {
  if (action == GLFW_PRESS) gui_->key_pressed(key);
  interaction_.key(key, action != GLFW_RELEASE);
  if (action == GLFW_RELEASE) return;
  if (notices_.waiting()) {
    if (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_ENTER) notices_.close();
    return;
  }
  if (const auto scene = panels_.key(key)) {
    if (!scene->empty()) attempt([&] { player_.open(*scene); });
    return;
  }
  if (gui_->types() || interaction_.flying()) return;
  if (const auto what = action_of_key(key, mods, action == GLFW_REPEAT)) act(*what);
}

void WindowApp::on_mouse_button(int glfw_button, int action, int mods) {
  const auto button = button_of(glfw_button);
  if (!button) return;
  if (button == Interaction::Button::left && action == GLFW_PRESS) gui_->left_pressed(now_s());
  if (action == GLFW_RELEASE) {
    attempt([&] { interaction_.release(*button, mods & GLFW_MOD_SHIFT); });
  } else if (!gui_->covers(cursor_)) {
    attempt([&] {
      interaction_.press(*button, picture_px(cursor_, window_.size(), picture_size_px()));
    });
  }
}

void WindowApp::act(Action action) {
  attempt([&] {
    switch (action) {
      case Action::pause:
        player_.set_paused(!player_.paused());
        break;
      case Action::single_step:
        player_.step_once();
        break;
      case Action::reset:
        player_.reset();
        break;
      case Action::let_go:
        interaction_.let_go();
        break;
      case Action::use_serial:
        player_.switch_to(Solver::serial);
        break;
      case Action::use_tbb:
        player_.switch_to(Solver::tbb);
        break;
      case Action::use_cuda:
        player_.switch_to(Solver::cuda);
        break;
      case Action::previous_scene:
        player_.open_neighbor(-1);
        break;
      case Action::next_scene:
        player_.open_neighbor(+1);
        break;
      case Action::frame_scene:
        player_.frame_scene(aspect() * free_share());
        break;
      case Action::next_view:
        player_.next_view();
        break;
      case Action::full_screen:
        window_.set_full_screen(!window_.full_screen());
        break;
      case Action::search_scenes:
      case Action::hide_panels:
      case Action::profiler:
      case Action::help:
        panels_.act(action);
        break;
      case Action::screenshot:
        take_screenshot();
        break;
      case Action::record:
        toggle_recording();
        break;
      case Action::quit:
        window_.set_should_close(true);
        break;
    }
  });
}

void WindowApp::toggle_recording() {
  if (!recorder_.recording()) {
    recorder_.start(default_file(session_.scene().id, ".mp4"), window_.framebuffer_px(),
                    options_.fps);
    return;
  }
  const std::string file = recorder_.path().string();
  const double playing_s = recorder_.playing_s();
  recorder_.stop();
  if (playing_s > 0.0) notices_.tell(fmt::format("Wrote {}, {:.1f} s", file, playing_s));
}

void WindowApp::take_screenshot() {
  const std::filesystem::path file = default_file(session_.scene().id, ".png");
  write_screenshot(file, display_.renderer());
  notices_.tell("Wrote " + file.string());
}

void WindowApp::open_files(const std::vector<std::string>& paths) {
  // One scene runs at a time: of several files the last one.
  if (!paths.empty()) attempt([&] { player_.open(paths.back()); });
}

glm::ivec2 WindowApp::picture_size_px() const {
  if (recorder_.recording()) return recorder_.size_px();
  const glm::ivec2 framebuffer_px = window_.framebuffer_px();
  if (!window_.info().is_software) return framebuffer_px;
  // Where the CPU draws, a large window shows a coarser picture rather than one a second.
  const float area_px = static_cast<float>(framebuffer_px.x) * static_cast<float>(framebuffer_px.y);
  const float share = std::min(1.0f, std::sqrt(largest_software_picture_px / area_px));
  return glm::max(glm::ivec2(glm::vec2(framebuffer_px) * share), 1);
}

float WindowApp::free_share() const {
  const glm::vec2 units = window_.size();
  return panels_.free_share(units.x, window_.content_scale() / window_.pixels_per_unit().x);
}

float WindowApp::aspect() const {
  const glm::vec2 size_px = picture_size_px();
  return size_px.x / std::max(size_px.y, 1.0f);
}

/// Scenes are made to fill a picture; at a desk, panels hide its sides.
void WindowApp::make_room() {
  const bool for_files = !options_.record.empty() || !options_.screenshot.empty();
  player_.set_stand_back(for_files ? 1.0f : std::clamp(1.0f / free_share(), 1.0f, 1.5f));
}

void WindowApp::update_title() {
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

void WindowApp::draw_panels(double real_s) {
  gui_->begin_frame();
  Desk desk{.player = player_,
            .recorder = recorder_,
            .rate = rate_,
            .opengl = window_.info(),
            .notices = notices_,
            .fonts = gui_->fonts(),
            .real_s = static_cast<float>(real_s),
            .act = [this](Action action) { asked_.emplace_back([this, action] { act(action); }); },
            .later = [this](std::function<void()> work) { asked_.push_back(std::move(work)); }};
  panels_.draw(desk);
  gui_->end_frame();
}

void WindowApp::frame(double real_s) {
  make_room();
  const glm::ivec2 size_px = picture_size_px();
  display_.view.pixel_scale = window_.content_scale() * static_cast<float>(size_px.y) /
                              static_cast<float>(window_.framebuffer_px().y);
  interaction_.set_picture_size(size_px);
  interaction_.update(real_s);
  const double frame_s =
      recorder_.recording() ? 1.0 / recorder_.fps() : std::min(real_s, longest_frame_s);
  rate_.add(real_s, player_.frame(frame_s, size_px));
  if (recorder_.recording()) attempt([&] { recorder_.frame(display_.renderer()); });
  display_.renderer().present(window_.framebuffer_px());
  draw_panels(real_s);
  update_title();
  window_.swap();
  for (const auto& work : std::exchange(asked_, {})) attempt(work);
}

void WindowApp::run() {
  double last_s = now_s();
  int frames = 0;
  while (!window_.should_close() && (!options_.frames || frames < *options_.frames)) {
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
}

void WindowApp::finish() {
  recorder_.stop();
  if (!options_.screenshot.empty()) write_screenshot(options_.screenshot, display_.renderer());
  if (!options_.stats.empty()) stats_.write(options_.stats, session_);
  if (options_.frames && player_.diverged())
    throw Error(ExitCode::diverged, fmt::format("the simulation diverged on {}; try a smaller dt_s",
                                                name_of(session_.solver())));
}

}  // namespace

void run_window(const Options& options) {
  // Everything that can be refused is refused before a window opens.
  open_scene(options.scene);
  if (!options.record.empty()) {
    const glm::ivec2 size_px = Recorder::video_size(options.size);
    VideoWriter::check(options.record, size_px.x, size_px.y);
  }
  check_writable(options.stats);
  check_writable(options.screenshot);
  WindowApp(options).run();
}

}  // namespace limber
