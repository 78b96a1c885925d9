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
      {Action::pause, "Simulation", "Pause", "Space, P", "Pause, and go on",
       {{GLFW_KEY_SPACE}, {GLFW_KEY_P}}},
      {Action::single_step, "Simulation", "Single step", "O, .", "One step, and pause there",
       {{GLFW_KEY_O}, {GLFW_KEY_PERIOD}}, true},
      {Action::step_back, "Simulation", "Step back", ",",
       "One step back, and pause there; from a state that diverged, to the last good moment",
       {{GLFW_KEY_COMMA}}, true},
      {Action::slower, "Simulation", "Slower", "-", "Half as fast, down to an eighth",
       {{GLFW_KEY_MINUS}, {GLFW_KEY_KP_SUBTRACT}}},
      {Action::faster, "Simulation", "Faster", "=", "Twice as fast, up to eight times",
       {{GLFW_KEY_EQUAL}, {GLFW_KEY_KP_ADD}}},
      {Action::reset, "Simulation", "Reset", "R", "Back to the start of the scene",
       {{GLFW_KEY_R}}},
      {Action::reset_parameters, "Simulation", "Reset all parameters", "Ctrl+D",
       "All parameters as they were at the start",
       {{GLFW_KEY_D, ctrl}}},
      {Action::save_moment, "Simulation", "Save moment", "Ctrl+S",
       "Write the state as it is now to a file (.limber)",
       {{GLFW_KEY_S, ctrl}}},
      {Action::load_moment, "Simulation", "Load moment", "Ctrl+L",
       "Back to the newest of the moments of this scene that were saved in this folder",
       {{GLFW_KEY_L, ctrl}}},
      {Action::let_go, "Simulation", "Let go", "Esc",
       "Let go of what is held; stop opening a scene or a tour; close a menu, search, message or this help",
       {{GLFW_KEY_ESCAPE}}},
      {Action::shoot, "Simulation", "Shoot a ball", "G",
       "Shoot a ball at what is under the mouse, as the Tools panel says", {{GLFW_KEY_G}}, true},
      {Action::blow, "Simulation", "Blow", "W",
       "Blow at cloth, soft bodies of particles and plants under the mouse, as long as the key is down", {{GLFW_KEY_W}}},
      {Action::clear_pins, "Simulation", "Clear pins", "U", "Let go of all points that are pinned",
       {{GLFW_KEY_U}}},
      {Action::quit, "Simulation", "Quit", "Ctrl+Q", "Quit", {{GLFW_KEY_Q, ctrl}}},
      {Action::use_serial, "Solver", "One CPU core", "1", "Go on with one CPU core",
       {{GLFW_KEY_1}, {GLFW_KEY_KP_1}}},
      {Action::use_tbb, "Solver", "All CPU cores", "2", "Go on with all CPU cores (TBB)",
       {{GLFW_KEY_2}, {GLFW_KEY_KP_2}}},
      {Action::use_cuda, "Solver", "GPU", "3", "Go on with the GPU (CUDA)",
       {{GLFW_KEY_3}, {GLFW_KEY_KP_3}}},
      {Action::compare, "Solver", "Side by side", "C",
       "Run another solver beside this one, from the same state and under the same hand; and stop",
       {{GLFW_KEY_C}}},
      {Action::previous_scene, "Scene", "Previous scene", "[", "The scene before this one",
       {{GLFW_KEY_LEFT_BRACKET}}},
      {Action::next_scene, "Scene", "Next scene", "]", "The scene after this one",
       {{GLFW_KEY_RIGHT_BRACKET}}},
      {Action::search_scenes, "Scene", "Search scenes ...", "Ctrl+O",
       "Find a scene by a few letters of its name",
       {{GLFW_KEY_O, ctrl}}},
      {Action::open_file, "Scene", "Open a file ...", "Ctrl+Shift+O",
       "Open a scene (.toml), a mesh (.obj) or a moment (.limber) from a folder",
       {{GLFW_KEY_O, ctrl | shift}}},
      {Action::save_scene, "Scene", "Save the scene as ...", "Ctrl+Shift+S",
       "Write a scene file with the parameters as they are now",
       {{GLFW_KEY_S, ctrl | shift}}},
      {Action::frame_scene, "View", "Frame the scene", "F", "Show all that moves",
       {{GLFW_KEY_F}}},
      {Action::next_view, "View", "Next view", "V",
       "Shaded, wireframe, constraint colours and scalar fields in turn",
       {{GLFW_KEY_V}}},
      {Action::full_screen, "View", "Full screen", "F11", "Full screen, and back",
       {{GLFW_KEY_F11}}},
      {Action::hide_panels, "View", "Panels", "H", "Hide the panels, and show them again",
       {{GLFW_KEY_H}}},
      {Action::show_bar, "View", "Bar", "B",
       "Show a bar with scene, solver, milliseconds a step and speed-up, and hide it",
       {{GLFW_KEY_B}}},
      {Action::profiler, "View", "Profiler", "F3", "Where a frame's time goes, stage by stage",
       {{GLFW_KEY_F3}}},
      {Action::larger_text, "View", "Larger text", "Ctrl+=", "Larger text in all panels",
       {{GLFW_KEY_EQUAL, ctrl}, {GLFW_KEY_KP_ADD, ctrl}}},
      {Action::smaller_text, "View", "Smaller text", "Ctrl+-", "Smaller text",
       {{GLFW_KEY_MINUS, ctrl}, {GLFW_KEY_KP_SUBTRACT, ctrl}}},
      {Action::usual_text, "View", "Usual text", "Ctrl+0", "Text as large as the monitor wants it",
       {{GLFW_KEY_0, ctrl}, {GLFW_KEY_KP_0, ctrl}}},
      {Action::home_view, "Camera", "Home", "Home", "Fly to where the scene is seen from at first",
       {{GLFW_KEY_HOME}}},
      {Action::keep_view, "Camera", "Keep this view", "Ctrl+1 ... 9", "Keep this view of the scene",
       digits(ctrl)},
      {Action::kept_view, "Camera", "Next kept view", "Shift+1 ... 9", "Fly to a view that was kept",
       digits(shift)},
      {Action::turntable, "Camera", "Turntable", "T",
       "Turn slowly about the scene, also while it is paused, and stop",
       {{GLFW_KEY_T}}},
      {Action::copy_view, "Camera", "Copy the camera", "Ctrl+C",
       "Copy the camera as text, as scene files have it",
       {{GLFW_KEY_C, ctrl}}},
      {Action::paste_view, "Camera", "Paste the camera", "Ctrl+V",
       "Fly to the camera of a text that was copied",
       {{GLFW_KEY_V, ctrl}}},
      {Action::add_camera_key, "Camera", "Add to the path", "K",
       "Add this view to a path of the camera",
       {{GLFW_KEY_K}}},
      {Action::play_camera_keys, "Camera", "Follow the path", "Ctrl+K", "Follow the path",
       {{GLFW_KEY_K, ctrl}}},
      {Action::save_camera_keys, "Camera", "Save the path", "Ctrl+Shift+K",
       "Save the path as a file for --camera-path",
       {{GLFW_KEY_K, ctrl | shift}}},
      {Action::clear_camera_keys, "Camera", "Remove the path", "Shift+K", "Remove the path",
       {{GLFW_KEY_K, shift}}},
      {Action::screenshot, "Film", "Screenshot", "Ctrl+P",
       "Write the picture, without panels, as PNG, in the size that the Film panel says",
       {{GLFW_KEY_P, ctrl}}},
      {Action::record, "Film", "Record", "Ctrl+R",
       "Start recording a video (MP4), without panels, as the Film panel says, and stop",
       {{GLFW_KEY_R, ctrl}}},
      {Action::export_motion, "Film", "Export", "Ctrl+E",
       "Start writing what moves for other programs (USD), and stop",
       {{GLFW_KEY_E, ctrl}}},
      {Action::note_tour, "Film", "Note a tour", "Ctrl+T",
       "Begin the scene anew and note what you do; press it again to write that as a tour",
       {{GLFW_KEY_T, ctrl}}},
      {Action::help, "Help", "Keys and mouse", "F1", "Show this help, and close it",
       {{GLFW_KEY_F1}}},
  };
  // clang-format on
  return actions;
}

constexpr std::array<MouseInfo, 14> mouse_gestures{{
    {"Left-drag on an object", "Pull it"},
    {"Wheel while pulling", "Pull it towards you, or away"},
    {"Shift while letting go", "Pin the point where it is; pull it again to free it"},
    {"Left-drag on nothing", "Turn the camera about the scene"},
    {"Middle-drag", "Move the camera sideways"},
    {"Wheel", "Move closer to what is under the mouse, or away"},
    {"Right-drag", "Look around; with W A S D fly, with E and Q up and down, Shift faster"},
    {"Double-click or Ctrl+click on a slider", "Type its value"},
    {"Drop files on the window",
     "Open a mesh (.obj), a scene (.toml) or a moment of the scene (.limber); of several scenes "
     "the "
     "first, and [ and ] go through them"},
    {"Gamepad: sticks", "Left: fly; right: turn about the scene"},
    {"Gamepad: left trigger", "Pull what is in the middle of the picture"},
    {"Gamepad: right trigger, right bumper", "Shoot a ball there; blow there"},
    {"Gamepad: A, B, X, Y", "Pause; reset; next solver; single step"},
    {"Gamepad: cross, Back, Start",
     "Left and right: scenes, up: clear pins; fly home; hide the panels"},
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
  // Shift means what it does where that key has a meaning with it. Else it says what becomes of a
  // point that is let go, and nothing about keys.
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
      "# Keys and mouse\n\n"
      "Written by `limber help keys`, from the table that menu, key handling and the help of the\n"
      "window (F1) use.\n\n"
      "| Keys or mouse | What it does |\n|---|---|\n";
  for (const ActionInfo& info : table()) text += fmt::format("| {} | {} |\n", info.keys, info.help);
  for (const MouseInfo& mouse : mouse_gestures)
    text += fmt::format("| {} | {} |\n", mouse.gesture, mouse.help);
  return text;
}

}  // namespace limber
