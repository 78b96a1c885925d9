#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

/// All that a user can ask for with a key or from the menu. The table in actions.cpp says the rest.
enum class Action {
  pause,
  single_step,
  step_back,
  slower,
  faster,
  save_state,
  load_state,
  reset,
  let_go,
  reset_parameters,
  clear_pins,
  shoot,
  add_body,
  blow,
  use_serial,
  use_tbb,
  use_cuda,
  compare,
  previous_scene,
  next_scene,
  search_scenes,
  open_file,
  save_scene,
  frame_scene,
  next_view,
  full_screen,
  hide_panels,
  show_bar,
  profiler,
  larger_text,
  smaller_text,
  usual_text,
  home_view,
  keep_view,
  kept_view,
  turntable,
  copy_view,
  paste_view,
  add_camera_key,
  clear_camera_keys,
  play_camera_keys,
  save_camera_keys,
  screenshot,
  record,
  export_motion,
  note_tour,
  help,
  quit,
};

/// A key with its modifiers, as GLFW numbers them: control, alt and super must match, and shift
/// where another action has the same key with it.
struct KeyChord {
  int key;
  int mods = 0;
};

struct ActionInfo {
  Action action;
  std::string_view group;  ///< a menu
  std::string_view name;   ///< short, for the menu
  std::string_view keys;   ///< as people write them
  std::string_view help;   ///< what it does, in words
  std::vector<KeyChord> chords;
  bool repeats = false;  ///< while the key is held down
};

/// What the mouse does, for the help and scenes/KEYS.md; interaction.cpp does it.
struct MouseInfo {
  std::string_view gesture;
  std::string_view help;
};

/// The one table: menu, help, key handling and scenes/KEYS.md come from it. In the menu's order.
std::span<const ActionInfo> all_actions();
std::span<const MouseInfo> all_mouse_gestures();

const ActionInfo& info_of(Action action);
/// The action of a key that was pressed; none if the key means nothing.
std::optional<Action> action_of_key(int key, int mods, bool repeated = false);
/// Which of an action's keys it was, from 0: its place for a view that is kept.
int place_of_key(Action action, int key);

/// The page of keys and mouse, scenes/KEYS.md.
std::string actions_as_markdown();

}  // namespace limber
