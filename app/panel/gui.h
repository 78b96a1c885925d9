#pragma once

#include <array>
#include <deque>
#include <glm/glm.hpp>
#include <vector>

#include "app/panel/theme.h"
#include "render/window.h"

namespace limber {

/// Dear ImGui in a window: context, the two backends, fonts and style at the monitor's scale.
class Gui {
 public:
  /// The window must outlive this object.
  explicit Gui(Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  void begin_frame();
  void end_frame();  ///< draws into the window's framebuffer

  /// Whether a panel, menu or message is under the cursor or captures the mouse.
  bool covers(glm::vec2 cursor) const;
  bool types() const;  ///< a text field has keyboard focus
  /// Closes open menus and drop-down lists. Returns whether there was one.
  bool close_menus();
  /// Report every pressed key and every mouse button here, with GLFW's codes, so that none is lost
  /// within one slow frame: a key already released, a click after which the cursor went elsewhere,
  /// the second press of a double-click.
  void key_pressed(int key) { tapped_.push_back(key); }
  void mouse_button(int button, bool down, glm::vec2 cursor, double now_s);

  const Fonts& fonts() const { return fonts_; }
  /// Scales text, and whatever scales with it, relative to the monitor's scale.
  void set_text_size(float times) { text_size_ = times; }

 private:
  struct MouseEvent {
    int button;
    bool down;
    glm::vec2 cursor;
    bool completes_double_click;
  };

  void scale_to_monitor();
  void take_mouse_event();

  Window& window_;
  Fonts fonts_;
  float text_size_ = 1.0f;
  std::vector<int> tapped_;
  std::deque<MouseEvent> mouse_events_;  ///< not yet seen by Dear ImGui, the oldest first
  std::array<bool, 5> mouse_down_{};     ///< as of the last event taken
  double left_pressed_s_ = -1e9;
  bool double_clicked_ = false;
};

}  // namespace limber
