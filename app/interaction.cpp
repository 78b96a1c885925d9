#include "app/interaction.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr glm::vec3 held_color{1.0f, 0.80f, 0.30f};
constexpr glm::vec3 pinned_color{0.40f, 0.85f, 1.0f};

}  // namespace

void DragPlane::push(float steps) { depth_m_ = std::max(depth_m_ * std::pow(1.05f, steps), 1e-3f); }

glm::vec2 picture_px(glm::vec2 cursor, glm::ivec2 window_size, glm::ivec2 picture_size_px) {
  return cursor * glm::vec2(picture_size_px) / glm::vec2(glm::max(window_size, glm::ivec2(1)));
}

void Interaction::press(Button button, glm::vec2 cursor_px) {
  cursor_px_ = cursor_px;
  if (gesture_ != Gesture::none) return;
  button_ = button;
  if (button == Button::middle) {
    gesture_ = Gesture::pan;
  } else if (button == Button::right) {
    gesture_ = Gesture::look;
  } else {
    Display& display = player_.display();
    const auto pick =
        display.renderer().pick(display.camera, display.vertices(), cursor_px, size_px_);
    gesture_ = Gesture::orbit;
    if (!pick || pick->vertex < 0) return;
    plane_ = DragPlane(pick->depth_m);
    gesture_ = Gesture::pull;
    pulled_vertex_ = pick->vertex;
    held_ = false;
    player_.grab(pick->vertex, pick->position_m, target_m());
  }
}

void Interaction::release(Button button, bool shift) {
  if (gesture_ == Gesture::none || button != button_) return;
  if (gesture_ == Gesture::pull) player_.release(shift, target_m());
  gesture_ = Gesture::none;
}

void Interaction::let_go() {
  if (gesture_ == Gesture::pull) player_.release(false);
  gesture_ = Gesture::none;
}

void Interaction::move(glm::vec2 cursor_px) {
  const glm::vec2 delta_px = cursor_px - cursor_px_;
  cursor_px_ = cursor_px;
  // The height of the picture turns the camera by half a turn, whatever the screen.
  const glm::vec2 turn_deg = delta_px * (180.0f / static_cast<float>(std::max(size_px_.y, 1)));
  Camera& camera = player_.display().camera;
  if (gesture_ == Gesture::orbit) camera.orbit(-turn_deg.x, turn_deg.y);
  if (gesture_ == Gesture::look) camera.look(-0.5f * turn_deg.x, 0.5f * turn_deg.y);
  if (gesture_ == Gesture::pan) camera.pan(delta_px, size_px_.y);
}

void Interaction::scroll(float steps) {
  if (gesture_ == Gesture::pull)
    plane_.push(steps);
  else
    player_.display().camera.zoom(steps);
}

void Interaction::key(int key, bool down) {
  if (down)
    keys_.insert(key);
  else
    keys_.erase(key);
}

void Interaction::update(double real_s) {
  if (gesture_ == Gesture::look) fly(static_cast<float>(real_s));
  if (gesture_ == Gesture::pull) follow_the_simulation();
  if (gesture_ == Gesture::pull) player_.drag_to(target_m());
  mark();
}

/// It takes hold after the step that is under way; until then the line is there already.
void Interaction::follow_the_simulation() {
  if (!player_.settled()) return;
  const int grabbed = player_.readings().grabbed_vertex;
  if (grabbed >= 0) {
    pulled_vertex_ = grabbed;
    held_ = true;
  } else {
    // A reset or another scene has taken it out of the hand, or nobody can drag it.
    gesture_ = held_ ? Gesture::none : Gesture::orbit;
  }
}

void Interaction::fly(float real_s) {
  const auto axis = [&](int positive, int negative) {
    return static_cast<float>(keys_.count(positive)) - static_cast<float>(keys_.count(negative));
  };
  const glm::vec3 direction(axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q),
                            axis(GLFW_KEY_W, GLFW_KEY_S));
  const bool fast = keys_.count(GLFW_KEY_LEFT_SHIFT) || keys_.count(GLFW_KEY_RIGHT_SHIFT);
  Camera& camera = player_.display().camera;
  // Large scenes are seen from afar, and crossed in the same time as small ones.
  const float metres = camera.distance_m * (fast ? 1.8f : 0.6f) * std::min(real_s, 0.1f);
  camera.fly(direction * metres);
}

glm::vec3 Interaction::target_m() const {
  return plane_.target_m(player_.display().camera, cursor_px_, size_px_);
}

void Interaction::mark() {
  Overlay& overlay = player_.display().overlay;
  overlay = {};
  for (const int vertex : player_.readings().pinned_vertices)
    overlay.points.push_back({.at = {.vertex = vertex}, .color = pinned_color});
  if (gesture_ != Gesture::pull) return;
  const Anchor held{.vertex = pulled_vertex_};
  const Anchor target{.position_m = target_m()};
  overlay.lines.push_back({.from = held, .to = target, .color = held_color, .width_px = 2.5f});
  overlay.points.push_back({.at = held, .color = held_color, .diameter_px = 12.0f});
  overlay.points.push_back({.at = target, .color = held_color, .diameter_px = 7.0f});
}

}  // namespace limber
