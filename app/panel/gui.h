#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/panel/theme.h"
#include "render/window.h"

namespace limber {

/// Dear ImGui in a window: context, the two backends, fonts and style at the monitor's scale.
class Gui {
 public:
  /// The window's events must be set already. The window must outlive this object.
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
  /// Report every key and every left press here, so that events within one slow frame are not lost:
  /// a key already released, the second press of a double-click.
  void key_pressed(int key) { tapped_.push_back(key); }
  void left_pressed(double now_s);

  const Fonts& fonts() const { return fonts_; }
  /// Scales text, and whatever scales with it, relative to the monitor's scale.
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
