#include "app/gamepad.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

namespace limber {
namespace {

/// A gamepad at rest.
PadState at_rest() {
  PadState state{.there = true};
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = -1.0f;
  return state;
}

PadWish wish(const PadState& now, const PadState& before = at_rest(),
             Backend running = Backend::tbb, bool has_cuda = false) {
  return wish_of(now, before, running, has_cuda);
}

TEST(Gamepad, WantsNothingWhereThereIsNone) {
  PadState gone;
  gone.buttons[GLFW_GAMEPAD_BUTTON_A] = true;
  EXPECT_FALSE(wish(gone).any());
  EXPECT_FALSE(wish(at_rest(), {}).any());
}

TEST(Gamepad, SticksThatRestNearTheirMiddleDoNothing) {
  PadState state = at_rest();
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_X] = 0.1f;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y] = -0.12f;
  EXPECT_FALSE(wish(state).any());
}

TEST(Gamepad, SticksMoveAndTurnTheCamera) {
  PadState state = at_rest();
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y] = -1.0f;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_X] = 1.0f;
  EXPECT_EQ(wish(state).fly, glm::vec3(0.0f, 0.0f, 1.0f));
  EXPECT_EQ(wish(state).turn, glm::vec2(1.0f, 0.0f));
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y] = -0.5f;
  const float slow = wish(state).fly.z;
  EXPECT_GT(slow, 0.05f);
  EXPECT_LT(slow, 0.3f) << "half way is for small moves";
}

TEST(Gamepad, NeverGoesFasterAskewThanStraight) {
  PadState state = at_rest();
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_X] = state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y] = 1.0f;
  EXPECT_LE(glm::length(wish(state).fly), 1.0001f);
}

TEST(Gamepad, TriggersHoldAndShoot) {
  PadState state = at_rest();
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = 0.9f;
  EXPECT_TRUE(wish(state).holds);
  EXPECT_EQ(wish(state).pressed, std::vector{Action::shoot});
  EXPECT_TRUE(wish(state, state).holds) << "as long as it is pulled";
  EXPECT_TRUE(wish(state, state).pressed.empty()) << "one ball a pull";
}

TEST(Gamepad, ButtonsActOnceWhenTheyGoDown) {
  PadState state = at_rest();
  state.buttons[GLFW_GAMEPAD_BUTTON_A] = state.buttons[GLFW_GAMEPAD_BUTTON_B] = true;
  EXPECT_EQ(wish(state).pressed, (std::vector{Action::pause, Action::reset}));
  EXPECT_TRUE(wish(state, state).pressed.empty());
  EXPECT_TRUE(wish(at_rest(), state).pressed.empty()) << "when they go up";
}

TEST(Gamepad, WhatIsDownWhenItComesWasNotPressed) {
  PadState state = at_rest();
  state.buttons[GLFW_GAMEPAD_BUTTON_B] = state.buttons[GLFW_GAMEPAD_BUTTON_X] = true;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = 0.9f;
  EXPECT_TRUE(wish(state, {}).pressed.empty());
}

TEST(Gamepad, TakesTheNextSolverThatIsThere) {
  PadState state = at_rest();
  state.buttons[GLFW_GAMEPAD_BUTTON_X] = true;
  const auto next = [&](Backend running, bool has_cuda) {
    return wish(state, at_rest(), running, has_cuda).pressed;
  };
  EXPECT_EQ(next(Backend::serial, true), std::vector{Action::use_tbb});
  EXPECT_EQ(next(Backend::tbb, true), std::vector{Action::use_cuda});
  EXPECT_EQ(next(Backend::tbb, false), std::vector{Action::use_serial});
  EXPECT_EQ(next(Backend::cuda, true), std::vector{Action::use_serial});
}

}  // namespace
}  // namespace limber
