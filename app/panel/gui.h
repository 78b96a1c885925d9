#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/panel/theme.h"
#include "render/window.h"

namespace limber {

/// Dear ImGui in a window: its context, its two backends, fonts and style at the monitor's scale.
class Gui {
 public:
  /// The window's events must be set already. The window must outlive this object.
  explicit Gui(Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  void begin_frame();
  void end_frame();  ///< draws into the window's framebuffer

  /// Whether a panel, a menu or a message is under the cursor or has all of the mouse.
  bool covers(glm::vec2 cursor) const;
  bool types() const;  ///< a field takes the keyboard
  /// Closes menus and lists that dropped down. Returns whether there was one.
  bool close_menus();
  /// Tell it of every key and every press of the left button, so that what happens within one slow
  /// frame is not lost: a key that is up again, the second press of a double-click.
  void key_pressed(int key) { tapped_.push_back(key); }
  void left_pressed(double now_s);

  const Fonts& fonts() const { return fonts_; }
  /// Text, and all that grows with it, is so many times as large as the monitor wants it.
  void set_text_size(float times) { text_size_ = times; }

 private:
  void scale_to_monitor();

  Window& window_;
  Fonts fonts_;
  float text_size_ = 1.0f;
  std::vector<int> tapped_;
  double left_pressed_s_ = -1e9;
  bool double_clicked_ = false;
};

}  // namespace limber
