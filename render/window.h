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

/// What a user does, with GLFW's codes for buttons, keys, actions and modifiers. An empty function
/// is not called. Set them before handing the window to Dear ImGui, whose backend chains to them.
struct WindowEvents {
  std::function<void(int button, int action, int mods)> mouse_button;
  std::function<void(double x, double y)> cursor;  ///< in screen coordinates, y down
  std::function<void(double dx, double dy)> scroll;
  std::function<void(int key, int scancode, int action, int mods)> key;
  std::function<void(unsigned codepoint)> character;
  std::function<void(const std::vector<std::string>& paths)> drop;
  std::function<void(bool focused)> focus;
};

/// A gamepad as GLFW's mapping has it; without one, nothing of it is pressed.
struct PadState {
  bool there = false;
  std::array<float, 6> axes{};
  std::array<bool, 15> buttons{};
};

/// A window with an OpenGL 4.5 core context, through GLFW. Main thread only. The first window
/// starts GLFW and the last one ends it.
class Window : public Context {
 public:
  /// Throws Error(unavailable) with GLFW's reason where there is no display or no OpenGL 4.5.
  explicit Window(const WindowOptions& options = {});
  ~Window() override;

  void make_current() override;
  static void poll_events();  ///< calls the events' functions; what they throw comes out here
  /// The same, once there is an event, or wake() was called, or after so long.
  static void wait_events(double longest_s);
  static void wake();         ///< from any thread
  static PadState gamepad();  ///< the first one that is there
  void clear();               ///< makes the default framebuffer dark
  void swap();                ///< shows the default framebuffer; waits with vsync

  bool has_focus() const;
  bool should_close() const;
  void set_should_close(bool close);
  void set_vsync(bool on);
  void set_title(const std::string& title);
  void set_clipboard(const std::string& text);
  std::string clipboard() const;  ///< empty where it holds no text
  void show();                    ///< if it is not visible yet
  void set_full_screen(bool on);  ///< on the monitor that shows most of the window
  bool full_screen() const { return full_screen_; }

  glm::ivec2 size() const;            ///< in screen coordinates, as the cursor is
  glm::ivec2 framebuffer_px() const;  ///< 0 x 0 while minimised
  float content_scale() const;        ///< what text should grow by on this monitor
  /// From screen coordinates to framebuffer pixels; differs from 1 on some hi-DPI systems.
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
