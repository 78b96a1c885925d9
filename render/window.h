#pragma once

#include <array>
#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "render/context.h"

struct GLFWwindow;

namespace limber {

struct WindowOptions {
  std::string title = "Limber";
  glm::ivec2 size{1280, 720};  ///< in screen coordinates, which are pixels unless hi-DPI
  bool visible = true;
  bool vsync = true;
  bool debug = false;  ///< as in Context::off_screen
};

/// User input callbacks, with GLFW's codes for buttons, keys, actions and modifiers. Empty
/// functions are not called.
struct WindowEvents {
  std::function<void(int button, int action, int mods)> mouse_button;
  std::function<void(double x, double y)> cursor;  ///< in screen coordinates, y down
  std::function<void(double dx, double dy)> scroll;
  std::function<void(int key, int scancode, int action, int mods)> key;
  std::function<void(unsigned codepoint)> character;
  std::function<void(const std::vector<std::string>& paths)> drop;
  std::function<void(bool focused)> focus;
};

/// Gamepad state in GLFW's mapping; all released without a gamepad.
struct PadState {
  bool there = false;
  std::array<float, 6> axes{};
  std::array<bool, 15> buttons{};
};

/// A window with an OpenGL 4.5 core context, through GLFW. Main thread only. The first window
/// initializes GLFW and the last one terminates it.
class Window : public Context {
 public:
  /// Throws Error(unavailable) with GLFW's reason if there is no display or no OpenGL 4.5.
  explicit Window(const WindowOptions& options = {});
  ~Window() override;

  void make_current() override;
  static void poll_events();  ///< calls `events`; rethrows what they throw
  /// The same, after waiting for an event, wake(), or longest_s.
  static void wait_events(double longest_s);
  static void wake();         ///< from any thread
  static PadState gamepad();  ///< the first one connected
  void clear();               ///< clears the default framebuffer to a dark colour
  void swap();                ///< presents the default framebuffer; waits with vsync

  bool has_focus() const;
  bool should_close() const;
  void set_should_close(bool close);
  void set_vsync(bool on);
  void set_title(const std::string& title);
  void set_clipboard(const std::string& text);
  std::string clipboard() const;  ///< empty if it holds no text
  void show();                    ///< makes the window visible
  void hide();
  void set_full_screen(bool on);  ///< on the monitor that shows most of the window
  bool full_screen() const { return full_screen_; }

  glm::ivec2 size() const;            ///< in screen coordinates, as the cursor is
  glm::ivec2 framebuffer_px() const;  ///< 0 x 0 while minimised
  float content_scale() const;        ///< text scale of this monitor
  /// Framebuffer pixels per screen coordinate; not 1 on some hi-DPI systems.
  glm::vec2 pixels_per_unit() const;

  GLFWwindow* handle() const { return window_; }

  WindowEvents events;

 private:
  GLFWwindow* window_ = nullptr;
  bool full_screen_ = false;
  glm::ivec2 windowed_position_{0};
  glm::ivec2 windowed_size_{0};
};

}  // namespace limber
