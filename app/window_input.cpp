#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/standard_streams.h"
#include "app/window_loop.h"
#include "kernels/device.h"

namespace limber {

namespace {

// Scenes that open within this time appear without a loading message.
constexpr double moment_s = 0.05;
constexpr float text_step = 0.125f;

std::optional<Interaction::Button> button_of(int glfw_button) {
  if (glfw_button == GLFW_MOUSE_BUTTON_LEFT) return Interaction::Button::left;
  if (glfw_button == GLFW_MOUSE_BUTTON_RIGHT) return Interaction::Button::right;
  if (glfw_button == GLFW_MOUSE_BUTTON_MIDDLE) return Interaction::Button::middle;
  return std::nullopt;
}

}  // namespace

void WindowLoop::listen() {
  window_.events.key = [this](int key, int, int action, int mods) { on_key(key, action, mods); };
  window_.events.character = [this](unsigned codepoint) { panels_.character(codepoint); };
  window_.events.mouse_button = [this](int button, int action, int mods) {
    on_mouse_button(button, action, mods);
  };
  window_.events.cursor = [this](double x, double y) {
    cursor_ = {x, y};
    if (!interaction_.busy()) lane_under_mouse_ = lane_at(cursor_);
    interaction_.move(in_picture_px(cursor_));
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

void WindowLoop::on_key(int key, int action, int mods) {
  if (action == GLFW_PRESS) gui_->key_pressed(key);
  interaction_.key(key, action != GLFW_RELEASE);
  if (action == GLFW_RELEASE) {
    if (key == info_of(Action::blow).chords.front().key) interaction_.blow(0.0f);
    return;
  }
  if (notices_.waiting()) {
    if (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_ENTER) notices_.close();
    return;
  }
  if (const auto scene = panels_.key(key)) {
    if (!scene->empty()) attempt([&] { open({*scene}); });
    return;
  }
  if (gui_->types()) return;
  if (key == GLFW_KEY_ESCAPE && gui_->close_menus()) return;
  if (interaction_.flying()) return;
  if (const auto what = action_of_key(key, mods, action == GLFW_REPEAT))
    act(*what, place_of_key(*what, key));
}

void WindowLoop::on_mouse_button(int glfw_button, int action, int mods) {
  gui_->mouse_button(glfw_button, action == GLFW_PRESS, cursor_, glfwGetTime());
  const auto button = button_of(glfw_button);
  if (!button) return;
  if (action == GLFW_RELEASE) {
    attempt([&] { interaction_.release(*button, mods & GLFW_MOD_SHIFT); });
  } else if (!gui_->covers(cursor_)) {
    attempt([&] {
      if (!interaction_.busy()) lane_under_mouse_ = lane_at(cursor_);
      interaction_.press(*button, in_picture_px(cursor_));
    });
  }
}

void WindowLoop::act(Action action, std::optional<int> place) {
  attempt([&] {
    switch (action) {
      case Action::pause:
        player_.set_paused(!player_.paused());
        break;
      case Action::single_step:
        player_.step_once();
        break;
      case Action::step_back:
        player_.step_back();
        break;
      case Action::slower:
        change_speed(0.5);
        break;
      case Action::faster:
        change_speed(2.0);
        break;
      case Action::save_state:
        save_state();
        break;
      case Action::load_state:
        load_state(newest_saved_state(player_.scene().id));
        break;
      case Action::reset:
        player_.reset();
        break;
      case Action::reset_parameters:
        player_.reset_parameters();
        break;
      case Action::let_go:
        if (tour_)
          end_tour();
        else if (loader_.request())
          loader_.cancel();
        else
          interaction_.let_go();
        break;
      case Action::clear_pins:
        if (player_.clear_pins() == 0)
          notices_.tell("No point is pinned: hold Shift while you release a drag to pin it");
        break;
      case Action::shoot:
        shoot();
        break;
      case Action::add_body:
        interaction_.add_body([this](const std::string& message) { notices_.tell(message); });
        break;
      case Action::blow:  // from the menu: until chosen again
        interaction_.blow(!place && interaction_.blowing() ? 0.0f : gun_.blown_m_s);
        break;
      case Action::use_serial:
        player_.switch_to(Backend::serial);
        break;
      case Action::use_tbb:
        player_.switch_to(Backend::tbb);
        break;
      case Action::use_cuda:
        if (device::info().usable)
          player_.switch_to(Backend::cuda);
        else
          return notices_.tell("The GPU cannot be used here: " + device::info().reason + ".");
        break;
      case Action::compare:
        if (comparison_.active() || comparison_.opening())
          comparison_.close();
        else
          comparison_.set_beside(
              {player_.readings().backend == Backend::serial ? best_backend() : Backend::serial},
              true);
        break;
      case Action::previous_scene:
        open_neighbor(-1);
        break;
      case Action::next_scene:
        open_neighbor(+1);
        break;
      case Action::frame_scene:
        frame_scene();
        break;
      case Action::next_view:
        player_.next_view();
        break;
      case Action::full_screen:
        window_.set_full_screen(!window_.full_screen());
        break;
      case Action::hide_panels:
        panels_.act(action);
        if (display_.camera == framed_ && !keeps_framing())
          frame_scene();  // into the area now free
        break;
      case Action::search_scenes:
      case Action::profiler:
      case Action::help:
        panels_.act(action);
        break;
      case Action::open_file:
        panels_.files().open_file({".toml", ".obj", ".limber"}, [this](const auto& path) {
          asked_.push_back([this, path] { open_files({path.string()}); });
        });
        break;
      case Action::save_scene:
        ask_where_to_save();
        break;
      case Action::show_bar:
        film_.bar = !film_.bar;
        break;
      case Action::larger_text:
        set_text_size(text_size_ + text_step);
        break;
      case Action::smaller_text:
        set_text_size(text_size_ - text_step);
        break;
      case Action::usual_text:
        set_text_size(1.0f);
        break;
      case Action::home_view:
      case Action::keep_view:
      case Action::kept_view:
      case Action::turntable:
      case Action::copy_view:
      case Action::paste_view:
      case Action::add_camera_key:
      case Action::clear_camera_keys:
      case Action::play_camera_keys:
      case Action::save_camera_keys:
        act_on_camera(action, place);
        break;
      case Action::screenshot:
        take_screenshot();
        break;
      case Action::record:
        toggle_recording();
        break;
      case Action::export_motion:
        toggle_export();
        break;
      case Action::note_tour:
        toggle_notes();
        break;
      case Action::quit:
        window_.set_should_close(true);
        break;
    }
    panels_.show_feedback(action, player_);
  });
}

void WindowLoop::act_on_camera(Action action, std::optional<int> place) {
  Camera& camera = display_.camera;
  if (action == Action::home_view) moves_.fly(camera, player_.home());
  if (action == Action::keep_view) keep_view(place.value_or(moves_.first_free()));
  if (action == Action::kept_view) {
    if (!place) place = moves_.next();
    if (place && moves_.kept(*place))
      moves_.fly(camera, *moves_.kept(*place));
    else
      notices_.tell(place ? fmt::format("View {0} is not saved yet: Ctrl+{0} saves it", *place + 1)
                          : "No view is saved yet: Ctrl+1 saves this one");
  }
  if (action == Action::turntable) moves_.turning = !moves_.turning;
  if (action == Action::copy_view) {
    window_.set_clipboard(camera_text(scene_camera_of(camera)));
    notices_.tell("Copied the camera");
  }
  if (action == Action::paste_view) {
    Camera pasted = camera_of(camera_in(window_.clipboard(), "the clipboard"));
    pasted.floor_m = camera.floor_m;
    moves_.fly(camera, pasted);
  }
  if (action == Action::add_camera_key) moves_.add_key(camera);
  if (action == Action::clear_camera_keys) moves_.clear_keys();
  const bool for_path = action == Action::play_camera_keys || action == Action::save_camera_keys;
  if (for_path && moves_.keys().empty())
    notices_.tell("The camera has no path yet: K adds this view to it");
  else if (action == Action::play_camera_keys)
    moves_.play();
  else if (action == Action::save_camera_keys)
    save_camera_path();
}

void WindowLoop::save_camera_path() {
  const std::filesystem::path file = default_file(player_.scene().id, "-path.toml");
  write_camera_path(file, moves_.keys());
  notices_.tell("Wrote " + file.string());
}

void WindowLoop::keep_view(int place) {
  moves_.keep(place, display_.camera);
  notices_.tell(fmt::format("View saved: Shift+{} flies to it", place + 1));
}

void WindowLoop::toggle_recording() {
  if (!recorder_.recording()) {
    start_recording(default_file(player_.scene().id, film_.pictures ? ".png" : ".mp4"));
    return;
  }
  const std::string file = recorder_.path().string();
  const double playing_s = recorder_.playing_s();
  recorder_.stop();
  free_films();
  if (playing_s > 0.0) notices_.tell(fmt::format("Wrote {}, {:.1f} s", file, playing_s));
}

void WindowLoop::take_screenshot() {
  const std::filesystem::path file = default_file(player_.scene().id, ".png");
  write_screenshot(file, film_picture(film_size_px() * film_.screenshot_times, film_.cut_out),
                   film_.cut_out);
  if (!recorder_.recording()) free_films();
  notices_.tell("Wrote " + file.string());
}

void WindowLoop::set_text_size(float times) {
  constexpr float smallest = 0.75f, largest = 2.0f;
  text_size_ = std::clamp(times, smallest, largest);
  gui_->set_text_size(text_size_);
  notices_.tell(fmt::format("Text size {:.0f} %", 100.0f * text_size_));
}

void WindowLoop::shoot() {
  interaction_.shoot(gun_, [this](const std::string& message) { notices_.tell(message); });
}

void WindowLoop::use_gamepad(double real_s) {
  const bool listens = window_.has_focus() && !notices_.waiting();
  const PadState now = listens ? Window::gamepad() : PadState{};
  const PadWish wish = wish_of(now, pad_, player_.readings().backend, device::info().usable);
  pad_ = now;
  attempt([&] { interaction_.steer(wish, real_s); });
  if (std::exchange(pad_blows_, wish.blows) != wish.blows)
    interaction_.blow(wish.blows ? gun_.blown_m_s : 0.0f);
  for (const Action action : wish.pressed) act(action);
}

/// Speeds outside the keys' range, set otherwise, are only changed towards it.
void WindowLoop::change_speed(double times) {
  constexpr double slowest = 1.0 / 8.0, fastest = 8.0;
  const double speed = player_.speed() * times;
  if (times < 1.0 ? speed >= slowest : speed <= fastest) player_.set_speed(speed);
}

void WindowLoop::save_state() {
  const std::string file = default_file(player_.scene().id, ".limber").string();
  player_.save(file, [this, file](std::exception_ptr failed) {
    if (failed) std::rethrow_exception(failed);
    notices_.tell("Wrote " + file);
  });
}

void WindowLoop::load_state(const std::string& path) {
  const auto notes = std::make_shared<std::string>();
  player_.load(path, notes, [this, path, notes](std::exception_ptr failed) {
    if (failed) std::rethrow_exception(failed);
    notices_.tell(fmt::format("Loaded {}{}{}", path, notes->empty() ? "" : "; ", *notes));
  });
}

/// Opens one scene; the keys for the next and previous scene cycle through the others.
void WindowLoop::open_files(const std::vector<std::string>& paths) {
  std::vector<std::string> scenes;
  std::string state, refused;
  for (const std::string& path : paths) {
    if (is_saved_state_file(path))
      state = path;
    else if (is_mesh(path) || is_scene_file(path))
      scenes.push_back(path);
    else
      refused = path;
  }
  try {
    if (!scenes.empty()) {
      open({scenes.front(), options_.wish});
      state_to_load_ = state;
    } else if (!state.empty()) {
      load_state(state);
    }
    if (!refused.empty()) dropped(refused, {});  // throws the reason
    dropped_ = scenes;
    if (scenes.size() > 1)
      notices_.tell(fmt::format("{} scenes: {} and {} switch between them", scenes.size(),
                                info_of(Action::previous_scene).keys,
                                info_of(Action::next_scene).keys));
  } catch (const std::exception& error) {
    fail_to_open(error.what());
  }
}

/// Opening another scene withdraws the error of the last one.
void WindowLoop::open(SceneRequest request, bool again) {
  notices_.withdraw(opening_error_);
  wish_ = request.wish;
  reopens_ = again;
  state_to_load_.clear();
  loader_.open(std::move(request));
  take_opened(moment_s);
}

/// Opens the scene `places` after the current one in list_scenes(), cyclically; a scene being
/// opened counts as current, so that repeated key presses advance.
void WindowLoop::open_neighbor(int places) {
  const std::string id = loader_.request()            ? loader_.request()->name
                         : !player_.opening().empty() ? player_.opening()
                                                      : player_.scene().id;
  std::vector<std::string> scenes = dropped_;
  if (scenes.size() < 2 || std::ranges::find(scenes, id) == scenes.end()) {
    scenes.clear();
    for (const SceneEntry& entry : list_scenes()) scenes.push_back(entry.id);
  }
  const int count = static_cast<int>(scenes.size());
  if (count == 0) return;
  const auto current = std::ranges::find(scenes, id);
  // A scene from a file is not in the list; the first scene follows it.
  int index = static_cast<int>(current - scenes.begin());
  if (current == scenes.end()) index = places > 0 ? -1 : 0;
  open({scenes[((index + places) % count + count) % count]});
}

void WindowLoop::take_opened(double patience_s) {
  try {
    if (std::optional<Scene> scene = loader_.take(patience_s)) play(std::move(*scene));
    if (!awaits_next_) return;
    if (std::optional<Scene> scene = next_scene_.take()) {
      awaits_next_ = false;
      play(std::move(*scene));
    }
  } catch (const std::exception& error) {
    awaits_next_ = false;
    fail_to_open(error.what());
  }
}

void WindowLoop::fail_to_open(const std::string& why) {
  notices_.withdraw(opening_error_);
  opening_error_ = one_line(why);
  notices_.error(opening_error_);
  if (tour_) tour_->skip_step();
}

void WindowLoop::play(Scene scene) {
  const std::string notes = fmt::format("{}", fmt::join(scene.notes, "\n"));
  std::optional<Camera> stays;  // the user's, if the changed file has the same camera
  if (std::exchange(reopens_, false) && scene.camera == player_.scene().camera)
    stays = display_.camera;
  comparison_.close();
  player_.open(std::move(scene), [this, notes, stays](std::exception_ptr failed) {
    try {
      if (failed) std::rethrow_exception(failed);
    } catch (const std::exception& error) {
      fail_to_open(error.what());
      return;
    }
    if (stays) display_.camera = *stays;
    watch_scene();
    if (const std::string state = std::exchange(state_to_load_, ""); !state.empty())
      load_state(state);
    // Another scene has other objects: ends the export.
    attempt([&] {
      if (export_) tell_of_export(finish_export());
    });
    comparison_.close();  // of the previous scene
    notes_.clear();
    if (!notes.empty()) notices_.tell(notes);
  });
}

}  // namespace limber
