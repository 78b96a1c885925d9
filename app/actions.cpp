#include "app/actions.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace limber {

namespace {

constexpr int ctrl = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;

std::vector<KeyChord> digits(int mods) {
  std::vector<KeyChord> chords;
  for (int key = GLFW_KEY_1; key <= GLFW_KEY_9; ++key) chords.push_back({key, mods});
  return chords;
}

const std::vector<ActionInfo>& table() {
  // clang-format off
  static const std::vector<ActionInfo> actions{
      {Action::pause, "Simulation", "Pause", "Space, P", "Pause or continue",
       {{GLFW_KEY_SPACE}, {GLFW_KEY_P}}},
      {Action::single_step, "Simulation", "Single step", "O, .", "Take one step, then pause",
       {{GLFW_KEY_O}, {GLFW_KEY_PERIOD}}, true},
      {Action::step_back, "Simulation", "Step back", ",",
       "Go back one step, then pause; after divergence, to the last finite state",
       {{GLFW_KEY_COMMA}}, true},
      {Action::slower, "Simulation", "Slower", "-", "Halve the speed, down to one eighth",
       {{GLFW_KEY_MINUS}, {GLFW_KEY_KP_SUBTRACT}}},
      {Action::faster, "Simulation", "Faster", "=", "Double the speed, up to eight times",
       {{GLFW_KEY_EQUAL}, {GLFW_KEY_KP_ADD}}},
      {Action::reset, "Simulation", "Reset", "R", "Restart the scene",
       {{GLFW_KEY_R}}},
      {Action::reset_parameters, "Simulation", "Reset all parameters", "Ctrl+D",
       "Reset all parameters to their initial values",
       {{GLFW_KEY_D, ctrl}}},
      {Action::save_state, "Simulation", "Save state", "Ctrl+S",
       "Save the current state to a file (.limber)",
       {{GLFW_KEY_S, ctrl}}},
      {Action::load_state, "Simulation", "Load state", "Ctrl+L",
       "Load the newest saved state of this scene in the current folder",
       {{GLFW_KEY_L, ctrl}}},
      {Action::let_go, "Simulation", "Release", "Esc",
       "Release what is dragged; cancel the loading of a scene or a tour; close a menu, search, message or this help",
       {{GLFW_KEY_ESCAPE}}},
      {Action::shoot, "Simulation", "Shoot a ball", "G",
       "Shoot a ball at what is under the mouse, with the settings of the Tools section", {{GLFW_KEY_G}}, true},
      {Action::add_body, "Simulation", "Add a body", "N",
       "Add, above what is under the mouse, a copy of the nearest cloth, soft or rigid body that nothing holds",
       {{GLFW_KEY_N}}},
      {Action::blow, "Simulation", "Blow", "W",
       "Blow at cloth, particle soft bodies and plants under the mouse while the key is down", {{GLFW_KEY_W}}},
      {Action::clear_pins, "Simulation", "Clear pins", "U", "Release all pinned points",
       {{GLFW_KEY_U}}},
      {Action::quit, "Simulation", "Quit", "Ctrl+Q", "Quit", {{GLFW_KEY_Q, ctrl}}},
      {Action::use_serial, "Backend", "One CPU core", "1", "Use one CPU core (serial)",
       {{GLFW_KEY_1}, {GLFW_KEY_KP_1}}},
      {Action::use_tbb, "Backend", "All CPU cores", "2", "Use all CPU cores (TBB)",
       {{GLFW_KEY_2}, {GLFW_KEY_KP_2}}},
      {Action::use_cuda, "Backend", "GPU", "3", "Use the GPU (CUDA)",
       {{GLFW_KEY_3}, {GLFW_KEY_KP_3}}},
      {Action::compare, "Backend", "Side by side", "C",
       "Run another backend beside this one, from the same state and with the same mouse input; press again to stop",
       {{GLFW_KEY_C}}},
      {Action::previous_scene, "Scene", "Previous scene", "[", "Open the previous scene",
       {{GLFW_KEY_LEFT_BRACKET}}},
      {Action::next_scene, "Scene", "Next scene", "]", "Open the next scene",
       {{GLFW_KEY_RIGHT_BRACKET}}},
      {Action::search_scenes, "Scene", "Search scenes ...", "Ctrl+O",
       "Find a scene by a few letters of its name",
       {{GLFW_KEY_O, ctrl}}},
      {Action::open_file, "Scene", "Open a file ...", "Ctrl+Shift+O",
       "Open a scene (.toml), a mesh (.obj) or a saved state (.limber)",
       {{GLFW_KEY_O, ctrl | shift}}},
      {Action::save_scene, "Scene", "Save the scene as ...", "Ctrl+Shift+S",
       "Write a scene file with the current parameters, light and camera",
       {{GLFW_KEY_S, ctrl | shift}}},
      {Action::frame_scene, "View", "Frame the scene", "F", "Fit everything that moves into the view",
       {{GLFW_KEY_F}}},
      {Action::next_view, "View", "Next view", "V",
       "Cycle through shaded, wireframe, constraint colours and scalar fields",
       {{GLFW_KEY_V}}},
      {Action::full_screen, "View", "Full screen", "F11", "Toggle full screen",
       {{GLFW_KEY_F11}}},
      {Action::hide_panels, "View", "Panels", "H", "Hide or show the panels",
       {{GLFW_KEY_H}}},
      {Action::show_bar, "View", "Bar", "B",
       "Show or hide a bar with scene, backend, milliseconds per step and speed-up",
       {{GLFW_KEY_B}}},
      {Action::profiler, "View", "Profiler", "F3",
       "Where a frame's time goes, stage by stage; systems step one after the other meanwhile",
       {{GLFW_KEY_F3}}},
      {Action::larger_text, "View", "Larger text", "Ctrl+=", "Larger text in all panels",
       {{GLFW_KEY_EQUAL, ctrl}, {GLFW_KEY_KP_ADD, ctrl}}},
      {Action::smaller_text, "View", "Smaller text", "Ctrl+-", "Smaller text",
       {{GLFW_KEY_MINUS, ctrl}, {GLFW_KEY_KP_SUBTRACT, ctrl}}},
      {Action::usual_text, "View", "Default text size", "Ctrl+0", "Default text size for this monitor",
       {{GLFW_KEY_0, ctrl}, {GLFW_KEY_KP_0, ctrl}}},
      {Action::home_view, "Camera", "Home", "Home", "Fly to the first view of the scene",
       {{GLFW_KEY_HOME}}},
      {Action::keep_view, "Camera", "Save this view", "Ctrl+1 ... 9", "Save this view of the scene",
       digits(ctrl)},
      {Action::kept_view, "Camera", "Next saved view", "Shift+1 ... 9", "Fly to a saved view",
       digits(shift)},
      {Action::turntable, "Camera", "Turntable", "T",
       "Start or stop the turntable, also while the scene is paused",
       {{GLFW_KEY_T}}},
      {Action::copy_view, "Camera", "Copy the camera", "Ctrl+C",
       "Copy the camera as text for a scene file",
       {{GLFW_KEY_C, ctrl}}},
      {Action::paste_view, "Camera", "Paste the camera", "Ctrl+V",
       "Fly to a camera that was copied as text",
       {{GLFW_KEY_V, ctrl}}},
      {Action::add_camera_key, "Camera", "Add to the path", "K",
       "Add this view to the camera path",
       {{GLFW_KEY_K}}},
      {Action::play_camera_keys, "Camera", "Follow the path", "Ctrl+K", "Follow the camera path",
       {{GLFW_KEY_K, ctrl}}},
      {Action::save_camera_keys, "Camera", "Save the path", "Ctrl+Shift+K",
       "Save the path as a file for --camera-path",
       {{GLFW_KEY_K, ctrl | shift}}},
      {Action::clear_camera_keys, "Camera", "Remove the path", "Shift+K", "Remove the camera path",
       {{GLFW_KEY_K, shift}}},
      {Action::screenshot, "Film", "Screenshot", "Ctrl+P",
       "Save the picture as PNG, without panels, at the size in the Film section",
       {{GLFW_KEY_P, ctrl}}},
      {Action::record, "Film", "Record", "Ctrl+R",
       "Start or stop recording a video (MP4), without panels, with the settings of the Film section",
       {{GLFW_KEY_R, ctrl}}},
      {Action::export_motion, "Film", "Export", "Ctrl+E",
       "Start or stop exporting the motion for other programs (USD)",
       {{GLFW_KEY_E, ctrl}}},
      {Action::note_tour, "Film", "Record a tour", "Ctrl+T",
       "Restart the scene and record what you do; press again to save it as a tour",
       {{GLFW_KEY_T, ctrl}}},
      {Action::help, "Help", "Keys and mouse", "F1", "Show or close this help",
       {{GLFW_KEY_F1}}},
  };
  // clang-format on
  return actions;
}

constexpr std::array<MouseInfo, 15> mouse_gestures{{
    {"Left-drag on an object", "Drag it"},
    {"Wheel while dragging", "Drag it towards you, or away"},
    {"Shift while releasing", "Pin the point where it is; drag it again to free it"},
    {"Left-drag with X held", "Cut all cloth of particles that the stroke crosses"},
    {"Left-drag on the background", "Orbit the camera about the scene"},
    {"Middle-drag", "Pan the camera"},
    {"Wheel", "Zoom towards what is under the mouse, or away"},
    {"Right-drag", "Look around; fly with W A S D, up and down with E and Q, faster with Shift"},
    {"Double-click or Ctrl+click on a slider", "Type its value"},
    {"Drop files on the window",
     "Open a mesh (.obj), a scene (.toml) or a saved state of the scene (.limber). Several scenes "
     "become a list: the first opens, [ and ] step through it"},
    {"Gamepad: sticks", "Left: fly; right: orbit"},
    {"Gamepad: left trigger", "Drag what is in the middle of the picture"},
    {"Gamepad: right trigger, right bumper", "Shoot a ball there; blow there"},
    {"Gamepad: A, B, X, Y", "Pause; reset; next backend; single step"},
    {"Gamepad: D-pad, Back, Start",
     "D-pad left or right: change the scene, up: release pins; Back: first view; Start: hide the "
     "panels"},
}};

}  // namespace

std::span<const ActionInfo> all_actions() { return table(); }
std::span<const MouseInfo> all_mouse_gestures() { return mouse_gestures; }

const ActionInfo& info_of(Action action) {
  return *std::find_if(table().begin(), table().end(),
                       [&](const ActionInfo& info) { return info.action == action; });
}

std::optional<Action> action_of_key(int key, int mods, bool repeated) {
  constexpr int counted = GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;
  // Shift counts only for keys that are bound with it. Otherwise it is ignored: it decides what
  // happens to a released point.
  for (const int wanted : {mods & (counted | shift), mods & counted})
    for (const ActionInfo& info : table())
      for (const KeyChord& chord : info.chords)
        if (chord.key == key && chord.mods == wanted)
          return !repeated || info.repeats ? std::optional(info.action) : std::nullopt;
  return std::nullopt;
}

int place_of_key(Action action, int key) {
  const std::vector<KeyChord>& chords = info_of(action).chords;
  return static_cast<int>(std::ranges::find(chords, key, &KeyChord::key) - chords.begin());
}

std::string actions_as_markdown() {
  std::string text =
      "# Keys and mouse\n\nWritten by `limber help keys`, from the table behind the menu, the key "
      "handling and the\nhelp of the window (F1).\n\n| Keys or mouse | What it does |\n|---|---|\n";
  for (const ActionInfo& info : table()) text += fmt::format("| {} | {} |\n", info.keys, info.help);
  for (const MouseInfo& mouse : mouse_gestures)
    text += fmt::format("| {} | {} |\n", mouse.gesture, mouse.help);
  return text;
}

}  // namespace limber
