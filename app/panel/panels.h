#pragma once

#include <optional>
#include <string>

#include "app/panel/feedback.h"
#include "app/panel/file_dialog.h"
#include "app/panel/panel_context.h"
#include "app/panel/profiler.h"
#include "app/panel/scene_search.h"
#include "app/panel/sections.h"

namespace limber {

/// Everything drawn over the picture: menu, side panels, profiler, search, help, messages.
class Panels {
 public:
  /// Call between Gui::begin_frame() and end_frame().
  void draw(const PanelContext& panel);

  /// Handles search_scenes, hide_panels, profiler and help; ignores others.
  void act(Action action);
  /// Shows what a key has done if the panels are hidden.
  void show_feedback(Action action, const Player& player) {
    if (hidden_) feedback_.show(action, player);
  }
  void hide(bool hidden) { hidden_ = hidden; }
  bool hidden() const { return hidden_; }
  void show_profiler(bool shown) { profiler_.open = shown; }
  bool shows_profiler() const { return profiler_.open; }
  FileDialog& files() { return files_; }
  /// Typed text, for the search or the file dialog while open.
  void character(unsigned codepoint);
  /// Handles a key press. Empty if the panels do not use the key; otherwise they consume it, and
  /// the text is the scene to open, if one was chosen.
  std::optional<std::string> key(int key);

  /// Fraction of the screen's width not covered by side panels. width: of the screen, in Dear
  /// ImGui's units; scale: of the fonts.
  float free_share(float width, float scale) const;
  /// The edges of that area in the last frame.
  float free_left() const { return free_left_; }
  float free_right() const { return free_right_; }

 private:
  void draw_menu(const PanelContext& panel);
  bool is_checked(const PanelContext& panel, Action action) const;
  void draw_side_panels(const PanelContext& panel);
  void draw_parameters_and_scenes(const PanelContext& panel, float panel_height);

  float draw_screen_bar(const PanelContext& panel) const;

  bool hidden_ = false;
  bool help_ = false;
  Feedback feedback_;
  SceneSearch search_;
  FileDialog files_;
  Thumbnails thumbnails_;
  ParameterList parameter_list_;
  SceneList scene_list_;
  Statistics statistics_;
  Convergence convergence_;
  Profiler profiler_;
  float free_left_ = 0.0f, free_right_ = 0.0f, menu_height_ = 0.0f;
};

}  // namespace limber
