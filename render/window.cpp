#include "render/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <glad/gl.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace {

int windows_open = 0;
std::exception_ptr thrown_by_event;  // GLFW is C: exceptions must not pass through it

std::string glfw_reason() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason ? reason : "GLFW gives no reason";
}

template <class Function, class... Arguments>
void call(const Function& function, Arguments&&... arguments) {
  if (!function || thrown_by_event) return;
  try {
    function(std::forward<Arguments>(arguments)...);
  } catch (...) {
    thrown_by_event = std::current_exception();
  }
}

WindowEvents& events_of(GLFWwindow* window) {
  return static_cast<Window*>(glfwGetWindowUserPointer(window))->events;
}

void listen(GLFWwindow* window) {
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    call(events_of(w).mouse_button, button, action, mods);
  });
  glfwSetCursorPosCallback(
      window, [](GLFWwindow* w, double x, double y) { call(events_of(w).cursor, x, y); });
  glfwSetScrollCallback(
      window, [](GLFWwindow* w, double dx, double dy) { call(events_of(w).scroll, dx, dy); });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    call(events_of(w).key, key, scancode, action, mods);
  });
  glfwSetCharCallback(
      window, [](GLFWwindow* w, unsigned codepoint) { call(events_of(w).character, codepoint); });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    call(events_of(w).drop, std::vector<std::string>(paths, paths + count));
  });
  glfwSetWindowFocusCallback(
      window, [](GLFWwindow* w, int focused) { call(events_of(w).focus, focused == GLFW_TRUE); });
}

/// The monitor with the largest overlap with the window.
GLFWmonitor* monitor_under(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  int best_area = 0;
  for (int i = 0; i < count; ++i) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (!mode) continue;
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const int shared_x = std::min(x + width, left + mode->width) - std::max(x, left);
    const int shared_y = std::min(y + height, top + mode->height) - std::max(y, top);
    const int area = std::max(shared_x, 0) * std::max(shared_y, 0);
    if (area > best_area) {
      best_area = area;
      best = monitors[i];
    }
  }
  return best;
}

}  // namespace

Window::Window(const WindowOptions& options) {
  if (windows_open == 0 && !glfwInit())
    throw Error(ExitCode::unavailable,
                "no window can be opened (" + glfw_reason() + "); set DISPLAY, or use --headless");
  ++windows_open;
  try {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug);
    glfwWindowHint(GLFW_VISIBLE, options.visible);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    // The desktop file's name, by which desktops identify the window.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "limber");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "limber");
#ifdef GLFW_WAYLAND_APP_ID  // since GLFW 3.4
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "limber");
#endif
    // Pictures are drawn and multisampled in our own framebuffers.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    window_ =
        glfwCreateWindow(options.size.x, options.size.y, options.title.c_str(), nullptr, nullptr);
    if (!window_)
      throw Error(ExitCode::unavailable, "no window with OpenGL 4.5 can be opened (" +
                                             glfw_reason() +
                                             "); update the graphics driver, or use --headless");
    glfwSetWindowUserPointer(window_, this);
    make_current();
    start(glfwGetProcAddress, options.debug);
    set_vsync(options.vsync);
    listen(window_);
  } catch (...) {
    if (window_) glfwDestroyWindow(window_);
    if (--windows_open == 0) glfwTerminate();
    throw;
  }
}

Window::~Window() {
  glfwDestroyWindow(window_);
  if (--windows_open == 0) glfwTerminate();
}

void Window::set_clipboard(const std::string& text) {
  glfwSetClipboardString(window_, text.c_str());
}

std::string Window::clipboard() const {
  const char* const text = glfwGetClipboardString(window_);
  return text ? text : "";
}

void Window::show() { glfwShowWindow(window_); }

void Window::hide() { glfwHideWindow(window_); }

void Window::make_current() { glfwMakeContextCurrent(window_); }

void Window::poll_events() {
  glfwPollEvents();
  if (thrown_by_event) std::rethrow_exception(std::exchange(thrown_by_event, nullptr));
}

void Window::wait_events(double longest_s) {
  glfwWaitEventsTimeout(longest_s);
  if (thrown_by_event) std::rethrow_exception(std::exchange(thrown_by_event, nullptr));
}

void Window::wake() { glfwPostEmptyEvent(); }

PadState Window::gamepad() {
  for (int joystick = GLFW_JOYSTICK_1; joystick <= GLFW_JOYSTICK_LAST; ++joystick) {
    GLFWgamepadstate state;
    if (!glfwJoystickIsGamepad(joystick) || !glfwGetGamepadState(joystick, &state)) continue;
    PadState now{.there = true};
    std::ranges::copy(state.axes, now.axes.begin());
    std::ranges::transform(state.buttons, now.buttons.begin(),
                           [](unsigned char button) { return button == GLFW_PRESS; });
    return now;
  }
  return {};
}

void Window::clear() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const float dark[4] = {0.05f, 0.06f, 0.07f, 1.0f};
  glClearBufferfv(GL_COLOR, 0, dark);
}

void Window::swap() { glfwSwapBuffers(window_); }

bool Window::has_focus() const { return glfwGetWindowAttrib(window_, GLFW_FOCUSED); }
bool Window::should_close() const { return glfwWindowShouldClose(window_); }
void Window::set_should_close(bool close) { glfwSetWindowShouldClose(window_, close); }
void Window::set_vsync(bool on) {
  make_current();
  glfwSwapInterval(on ? 1 : 0);
}
void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::set_full_screen(bool on) {
  if (on == full_screen_) return;
  if (on) {
    GLFWmonitor* monitor = monitor_under(window_);
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;  // some displays, such as Xvfb without RandR, have no monitor
    glfwGetWindowPos(window_, &windowed_position_.x, &windowed_position_.y);
    windowed_size_ = size();
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(window_, nullptr, windowed_position_.x, windowed_position_.y,
                         windowed_size_.x, windowed_size_.y, GLFW_DONT_CARE);
  }
  full_screen_ = on;
}

glm::ivec2 Window::size() const {
  glm::ivec2 size{0};
  glfwGetWindowSize(window_, &size.x, &size.y);
  return size;
}

glm::ivec2 Window::framebuffer_px() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return size;
}

float Window::content_scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::max(x, y);
}

glm::vec2 Window::pixels_per_unit() const {
  const glm::ivec2 units = size();
  if (units.x <= 0 || units.y <= 0) return glm::vec2(1.0f);
  return glm::vec2(framebuffer_px()) / glm::vec2(units);
}

}  // namespace limber
