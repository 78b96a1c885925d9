#include "app/gamepad.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {

namespace {

/// Dead zone of the sticks.
constexpr float rest = 0.18f;
/// Threshold of the triggers, which range from -1 to 1.
constexpr float pulled = -0.2f;

/// A radial response curve, slow for small deflections.
glm::vec2 pushed(float x, float y) {
  const float length = std::sqrt(x * x + y * y);
  if (length <= rest) return glm::vec2(0.0f);
  const float share = std::min((length - rest) / (1.0f - rest), 1.0f);
  return glm::vec2(x, y) * (share * share / length);
}

Action next_backend(Backend running, bool has_cuda) {
  if (running == Backend::serial) return Action::use_tbb;
  return running == Backend::tbb && has_cuda ? Action::use_cuda : Action::use_serial;
}

struct ButtonOf {
  int button;
  Action action;
};
constexpr std::array<ButtonOf, 8> buttons{{
    {GLFW_GAMEPAD_BUTTON_A, Action::pause},
    {GLFW_GAMEPAD_BUTTON_B, Action::reset},
    {GLFW_GAMEPAD_BUTTON_Y, Action::single_step},
    {GLFW_GAMEPAD_BUTTON_BACK, Action::home_view},
    {GLFW_GAMEPAD_BUTTON_START, Action::hide_panels},
    {GLFW_GAMEPAD_BUTTON_DPAD_LEFT, Action::previous_scene},
    {GLFW_GAMEPAD_BUTTON_DPAD_RIGHT, Action::next_scene},
    {GLFW_GAMEPAD_BUTTON_DPAD_UP, Action::clear_pins},
}};

}  // namespace

bool PadWish::any() const {
  return fly != glm::vec3(0.0f) || turn != glm::vec2(0.0f) || holds || blows || !pressed.empty();
}

PadWish wish_of(const PadState& now, const PadState& before, Backend running, bool has_cuda) {
  if (!now.there) return {};
  const auto is_down = [](const PadState& state, int button) { return state.buttons[button]; };
  const auto is_pulled = [](const PadState& state, int axis) { return state.axes[axis] > pulled; };
  PadWish wish;
  const glm::vec2 left =
      pushed(now.axes[GLFW_GAMEPAD_AXIS_LEFT_X], now.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]);
  const glm::vec2 right =
      pushed(now.axes[GLFW_GAMEPAD_AXIS_RIGHT_X], now.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y]);
  wish.fly = {left.x, 0.0f, -left.y};  // a stick pushed forwards gives -1
  wish.turn = {right.x, -right.y};
  wish.holds = is_pulled(now, GLFW_GAMEPAD_AXIS_LEFT_TRIGGER);
  wish.blows = is_down(now, GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER);
  if (!before.there) return wish;
  for (const auto& [button, action] : buttons)
    if (is_down(now, button) && !is_down(before, button)) wish.pressed.push_back(action);
  if (is_down(now, GLFW_GAMEPAD_BUTTON_X) && !is_down(before, GLFW_GAMEPAD_BUTTON_X))
    wish.pressed.push_back(next_backend(running, has_cuda));
  if (is_pulled(now, GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER) &&
      !is_pulled(before, GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER))
    wish.pressed.push_back(Action::shoot);
  return wish;
}

}  // namespace limber
