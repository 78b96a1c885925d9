#include "app/interaction.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/overlay_marks.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr glm::vec3 hovered_color{1.0f, 1.0f, 1.0f}, rim_color{0.10f, 0.10f, 0.12f};
constexpr glm::vec3 path_color{0.95f, 0.45f, 0.75f}, cut_color{0.90f, 0.15f, 0.10f};
constexpr float rim_px = 11.0f, hovered_px = 7.0f;

constexpr int cutting_key = GLFW_KEY_X;
constexpr float shortest_cut_px = 3.0f;  // shorter ones have no clear direction

// Picking waits for the GPU.
constexpr double between_looks_s = 0.05, longest_between_looks_s = 1.0;
constexpr double times_its_cost = 10.0;

/// Whether a vertex can be dragged: fluids cannot.
bool can_be_held(const DrawList& list, int vertex) {
  return vertex >= 0 && std::ranges::none_of(list.fluids, [&](const DrawnFluid& fluid) {
           return vertex >= fluid.first_vertex && vertex < fluid.first_vertex + fluid.count;
         });
}

}  // namespace

void DragPlane::push(float steps) { depth_m_ = std::max(depth_m_ * std::pow(1.05f, steps), 1e-3f); }

glm::vec2 picture_px(glm::vec2 cursor, glm::ivec2 window_size, glm::ivec2 picture_size_px) {
  return cursor * glm::vec2(picture_size_px) / glm::vec2(glm::max(window_size, glm::ivec2(1)));
}

void Interaction::press(Button button, glm::vec2 cursor_px) {
  cursor_px_ = cursor_px;
  if (gesture_ != Gesture::none) return;
  button_ = button;
  moves_.stop();
  if (button == Button::middle) {
    gesture_ = Gesture::pan;
  } else if (button == Button::right) {
    gesture_ = Gesture::look;
  } else if (keys_.contains(cutting_key)) {
    if (const std::string& why = player_.readings().why_not_cut; !why.empty())
      throw Error(ExitCode::bad_input, why);
    gesture_ = Gesture::cut;
    stroke_px_ = {cursor_px};
    cut_to_ = 0;
  } else {
    const auto picked = pick();
    gesture_ = Gesture::orbit;
    if (!picked || picked->vertex < 0) return;
    plane_ = DragPlane(picked->depth_m);
    gesture_ = Gesture::pull;
    pulled_vertex_ = picked->vertex;
    grabbed_at_m_ = picked->position_m;
    held_ = false;
    // Corrects for the difference between the two runs, if another picture was clicked.
    if (Player& seen = picture(); &seen != &player_)
      grabbed_at_m_ -= player_.apart_m(seen, picked->vertex);
    player_.grab(picked->vertex, grabbed_at_m_, target_m());
  }
}

/// Picks at the cursor, or a few pixels from it.
std::optional<Pick> Interaction::pick() {
  Display& seen = picture().display();
  return seen.renderer().pick(player_.display().camera, seen.vertices(), cursor_px_, size_px_);
}

void Interaction::release(Button button, bool shift) {
  if (gesture_ == Gesture::none || button != button_) return;
  if (gesture_ == Gesture::pull) player_.release(shift, target_m());
  if (gesture_ == Gesture::cut) cut_on();
  gesture_ = Gesture::none;
}

void Interaction::let_go() {
  if (gesture_ == Gesture::pull) player_.release(false);
  gesture_ = Gesture::none;
}

void Interaction::move(glm::vec2 cursor_px) {
  const glm::vec2 delta_px = cursor_px - cursor_px_;
  cursor_px_ = cursor_px;
  in_the_middle_ = false;
  looked_at_ = false;
  zoom_point_m_.reset();
  // The height of the picture corresponds to 180 degrees, on any screen.
  const glm::vec2 turn_deg = delta_px * (180.0f / static_cast<float>(std::max(size_px_.y, 1)));
  Camera& camera = player_.display().camera;
  if (gesture_ == Gesture::orbit) camera.orbit(-turn_deg.x, turn_deg.y);
  if (gesture_ == Gesture::look) camera.look(-0.5f * turn_deg.x, 0.5f * turn_deg.y);
  if (gesture_ == Gesture::pan) camera.pan(delta_px, size_px_.y);
  if (gesture_ == Gesture::cut && glm::distance(stroke_px_.back(), cursor_px) >= shortest_cut_px)
    stroke_px_.push_back(cursor_px);
}

/// Cuts along the stroke so far, segment by segment.
void Interaction::cut_on() {
  const Camera& camera = player_.display().camera;
  std::vector<CutStroke> strokes;
  for (; cut_to_ + 1 < stroke_px_.size(); ++cut_to_)
    strokes.push_back({.eye_m = camera.eye_m(),
                       .from = camera.ray(stroke_px_[cut_to_], size_px_).direction,
                       .to = camera.ray(stroke_px_[cut_to_ + 1], size_px_).direction});
  if (!strokes.empty()) player_.cut(strokes);
}

void Interaction::scroll(float steps) {
  if (gesture_ == Gesture::pull) {
    plane_.push(steps);
    return;
  }
  moves_.stop();
  if (!zoom_point_m_) zoom_point_m_ = under_cursor_m();
  player_.display().camera.zoom(steps, *zoom_point_m_);
}

/// A picked point, else a point on the ground, or at the target's distance if neither is near.
glm::vec3 Interaction::under_cursor_m() {
  constexpr float max_ground = 3.0f;  // times the target's distance
  if (const auto picked = pick()) return picked->position_m;
  const Camera& camera = player_.display().camera;
  const Ray ray = camera.ray(cursor_px_, size_px_);
  const float to_ground_m = (camera.floor_m - ray.origin_m.y) / ray.direction.y;
  if (ray.direction.y < 0.0f && to_ground_m > 0.0f && to_ground_m < max_ground * camera.distance_m)
    return ray.origin_m + to_ground_m * ray.direction;
  return camera.unproject(cursor_px_, camera.distance_m, size_px_);
}

void Interaction::shoot(const BallGun& gun, std::function<void(const std::string&)> tell) {
  const Ray ray = player_.display().camera.ray(aim_px(), size_px_);
  player_.shoot(aimed(gun, ray, aimed_at_m(), player_.gravity_m_s2()), std::move(tell));
}

void Interaction::add_body(std::function<void(const std::string&)> tell) {
  player_.add_body(aimed_at_m(), player_.display().camera.eye_m(), std::move(tell));
}

/// The point at which tools are aimed.
glm::vec3 Interaction::aimed_at_m() {
  const glm::vec2 before_px = std::exchange(cursor_px_, aim_px());
  const glm::vec3 target_m = under_cursor_m();
  cursor_px_ = before_px;
  return target_m;
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
  if (gesture_ == Gesture::cut && player_.settled()) cut_on();
  give_breath();
  if (moves_.moving()) zoom_point_m_.reset();
  look_for_a_hold(real_s);
  mark();
  hint();
}

/// Hover pick: not every frame, not while the camera moves, and not twice for the same picture.
void Interaction::look_for_a_hold(double real_s) {
  look_in_s_ -= real_s;
  const Camera& camera = player_.display().camera;
  const bool moves = std::exchange(looked_from_, camera) != camera;
  if (gesture_ != Gesture::none || !over_picture_ || moves) {
    hovered_.reset();
    looked_at_ = false;
    return;
  }
  const long step = player_.readings().steps_done;
  if (look_in_s_ > 0.0 || (looked_at_ && looked_step_ == step)) return;
  const auto start = std::chrono::steady_clock::now();
  const auto picked = pick();
  const double took_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  hovered_.reset();
  if (picked && can_be_held(player_.draw_list(), picked->vertex))
    hovered_ = {.vertex = picked->is_pose ? -1 : picked->vertex, .position_m = picked->position_m};
  looked_at_ = true;
  looked_step_ = step;
  look_in_s_ = std::clamp(times_its_cost * took_s, between_looks_s, longest_between_looks_s);
}

/// The grab takes effect after the current step; its line is drawn at once.
void Interaction::follow_the_simulation() {
  if (!player_.settled()) return;
  const int grabbed = player_.readings().grabbed_vertex;
  if (grabbed >= 0) {
    pulled_vertex_ = grabbed;
    held_ = true;
  } else {
    // A reset or another scene has ended the grab, or the vertex cannot be dragged.
    gesture_ = held_ ? Gesture::none : Gesture::orbit;
  }
}

/// The pixel at which tools are aimed.
glm::vec2 Interaction::aim_px() const {
  const bool by_mouse = !in_the_middle_ && (over_picture_ || gesture_ != Gesture::none);
  return by_mouse ? cursor_px_ : 0.5f * glm::vec2(size_px_);
}

void Interaction::steer(const PadWish& wish, double real_s) {
  if (wish.any()) in_the_middle_ = true;
  const auto s = static_cast<float>(std::min(real_s, 0.1));
  Camera& camera = player_.display().camera;
  if (wish.fly != glm::vec3(0.0f) || wish.turn != glm::vec2(0.0f)) {
    moves_.stop();
    camera.fly(wish.fly * (0.6f * camera.distance_m * s));
    constexpr float turned_deg_s = 120.0f;
    camera.orbit(-turned_deg_s * wish.turn.x * s, -turned_deg_s * wish.turn.y * s);
  }
  if (std::exchange(pad_trigger_, wish.holds) == wish.holds) return;
  if (!wish.holds) {
    if (std::exchange(pad_holds_, false)) release(Button::left, false);
  } else if (!busy()) {  // otherwise the mouse holds the grab and releases it
    press(Button::left, aim_px());
    pad_holds_ = true;
  }
}

void Interaction::give_breath() {
  Breath breath;
  if (blowing()) {
    const Ray ray = player_.display().camera.ray(aim_px(), size_px_);
    breath.from_m = ray.origin_m;
    breath.velocity_m_s = blown_m_s_ * ray.direction;
  }
  // Every picture: new scenes, seeks and added lanes start without blown air.
  if (std::exchange(breath_, breath) != breath || blowing()) player_.blow(breath);
}

void Interaction::fly(float real_s) {
  const auto axis = [&](int positive, int negative) {
    return static_cast<float>(keys_.count(positive)) - static_cast<float>(keys_.count(negative));
  };
  const glm::vec3 direction(axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q),
                            axis(GLFW_KEY_W, GLFW_KEY_S));
  const bool fast = keys_.count(GLFW_KEY_LEFT_SHIFT) || keys_.count(GLFW_KEY_RIGHT_SHIFT);
  Camera& camera = player_.display().camera;
  // Speed scales with the distance, so that scenes of any size are crossed in the same time.
  const float metres = camera.distance_m * (fast ? 1.8f : 0.6f) * std::min(real_s, 0.1f);
  camera.fly(direction * metres);
}

glm::vec3 Interaction::target_m() const {
  return plane_.target_m(player_.display().camera, cursor_px_, size_px_);
}

void Interaction::mark() {
  Overlay& overlay = player_.display().overlay;
  overlay = pin_marks(player_.readings().pinned_vertices);
  if (gesture_ == Gesture::pull && pulled_vertex_ < player_.draw_list().vertex_count)
    add_pull_marks(overlay, pulled_vertex_, target_m());
}

/// Interactive hints, not for films.
void Interaction::hint() {
  Overlay& hints = player_.display().hints;
  hints = {};
  if (hovered_) {
    hints.points.push_back({.at = *hovered_, .color = rim_color, .diameter_px = rim_px});
    hints.points.push_back({.at = *hovered_, .color = hovered_color, .diameter_px = hovered_px});
  }
  if (in_the_middle_) {
    const Camera& camera = player_.display().camera;
    const Anchor aim{.position_m = camera.unproject(aim_px(), camera.distance_m, size_px_)};
    hints.points.push_back({.at = aim, .color = rim_color, .diameter_px = rim_px});
    hints.points.push_back({.at = aim, .color = hovered_color, .diameter_px = hovered_px});
  }
  if (gesture_ == Gesture::cut) {
    const Camera& camera = player_.display().camera;
    const auto at = [&](glm::vec2 place_px) {
      return Anchor{.position_m = camera.unproject(place_px, camera.distance_m, size_px_)};
    };
    for (std::size_t i = 1; i < stroke_px_.size(); ++i)
      hints.lines.push_back(
          {.from = at(stroke_px_[i - 1]), .to = at(stroke_px_[i]), .color = cut_color});
  }
  if (moves_.playing() || moves_.keys().empty()) return;
  const CameraPath path(moves_.keys());
  constexpr int lines_per_key = 16;
  const int count = lines_per_key * (static_cast<int>(path.keys().size()) - 1);
  Anchor before{.position_m = path.at(0.0).eye_m()};
  for (int i = 1; i <= count; ++i) {
    const Anchor at{.position_m = path.at(path.end_s() * i / count).eye_m()};
    hints.lines.push_back({.from = before, .to = at, .color = path_color});
    before = at;
  }
  for (const CameraKey& key : path.keys())
    hints.points.push_back({.at = {.position_m = key.camera.eye_m()}, .color = path_color});
}

}  // namespace limber
