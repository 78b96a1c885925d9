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

/// All that lies over the picture: menu, side panels, profiler, search, help, messages.
class Panels {
 public:
  /// Between Gui::begin_frame() and end_frame().
  void draw(const PanelContext& panel);

  /// search_scenes, hide_panels, profiler and help; others do nothing.
  void act(Action action);
  /// Says what a key has done where no panel does.
  void show_feedback(Action action, const Player& player) {
    if (hidden_) feedback_.show(action, player);
  }
  void hide(bool hidden) { hidden_ = hidden; }
  bool hidden() const { return hidden_; }
  void show_profiler(bool shown) { profiler_.open = shown; }
  bool shows_profiler() const { return profiler_.open; }
  FileDialog& files() { return files_; }
  /// What is typed goes to the search, or to the file's name, while they are open.
  void character(unsigned codepoint);
  /// A key went down. Nothing if the panels have no use for it, else it is theirs alone; then the
  /// text is the scene to open, if one was chosen.
  std::optional<std::string> key(int key);

  /// Share of the screen's width that the side panels leave free. width: of the screen, in Dear
  /// ImGui's units; scale: of the fonts.
  float free_share(float width, float scale) const;
  /// From where to where that is, as the newest picture had it.
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
