#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

/// Everything that a key or a menu item can trigger; the table in actions.cpp has the details.
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

/// A key with its modifiers, as GLFW numbers them: control, alt and super must match; shift only
/// where another action uses the same key with it.
struct KeyChord {
  int key;
  int mods = 0;
};

struct ActionInfo {
  Action action;
  std::string_view group;  ///< a menu
  std::string_view name;   ///< short, for the menu
  std::string_view keys;   ///< as shown to the user
  std::string_view help;   ///< what it does, in words
  std::vector<KeyChord> chords;
  bool repeats = false;  ///< while the key is held down
};

/// What the mouse does, for the help and scenes/KEYS.md; interaction.cpp does it.
struct MouseInfo {
  std::string_view gesture;
  std::string_view help;
};

/// The single source of the menu, the help, key handling and scenes/KEYS.md. In menu order.
std::span<const ActionInfo> all_actions();
std::span<const MouseInfo> all_mouse_gestures();

const ActionInfo& info_of(Action action);
/// The action bound to a key press; empty if the key is not bound.
std::optional<Action> action_of_key(int key, int mods, bool repeated = false);
/// Index of `key` among the action's chords, from 0: the slot of a kept view.
int place_of_key(Action action, int key);

/// The page of keys and mouse, scenes/KEYS.md.
std::string actions_as_markdown();

}  // namespace limber
