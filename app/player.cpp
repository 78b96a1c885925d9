#include "app/player.h"

#include <utility>

#include "kernels/error.h"

namespace limber {

void Player::show_scene() {
  display_.view.constraint_lines = 0;
  display_.view.field = 0;
  const DrawList& list = world().draw_list();
  if ((display_.view.mode == ViewMode::constraint_colors && list.constraint_lines.empty()) ||
      (display_.view.mode == ViewMode::scalar_field && list.fields.empty()))
    display_.view.mode = ViewMode::shaded;
  if (list.spheres.empty() && list.fluids.empty()) display_.view.spheres = false;
  display_.show_scene(session_);
  display_.camera.distance_m *= stand_back_;
  opened_ = display_.camera;
}

void Player::set_stand_back(float times) {
  if (times != stand_back_ && display_.camera == opened_) {
    display_.camera.distance_m *= times / stand_back_;
    opened_ = display_.camera;
  }
  stand_back_ = times;
}

void Player::open(Scene scene) {
  Session::Run before = session_.open(std::move(scene));
  try {
    show_scene();
  } catch (...) {
    if (!before.simulation) throw;
    session_.restore(std::move(before));
    show_scene();
    throw;
  }
  diverged_ = false;
  steps_asked_ = 0;
  ++scene_count_;
  initial_values_.clear();
  for (const Parameter& parameter : world().parameters())
    initial_values_.push_back(parameter.text());
}

void Player::switch_to(Solver solver) {
  if (solver == session_.solver()) return;
  if (!world().finite_now())  // new buffers would have no good frame to keep
    throw Error(
        ExitCode::diverged,
        "the last good picture stands: go back to the start (R) before switching the solver");
  const Solver before = session_.solver();
  display_.release_vertices();
  try {
    session_.switch_to(solver);
    display_.take_vertices(session_);
  } catch (...) {
    session_.switch_to(before);
    display_.take_vertices(session_);
    throw;
  }
}

void Player::reset() {
  session_.reset();
  diverged_ = false;
  steps_asked_ = 0;
}

void Player::step_once() {
  paused_ = true;
  ++steps_asked_;
}

double Player::frame(double frame_s, glm::ivec2 size_px) {
  const double before_s = world().time_s();
  if (diverged_) {
    display_.draw(size_px);
  } else if (paused_) {
    display_.step(session_, steps_asked_, size_px);
    steps_asked_ = 0;
  } else {
    display_.frame(session_, frame_s, size_px);
  }
  diverged_ = !world().finite();
  return world().time_s() - before_s;
}

void Player::next_view() {
  ViewOptions& view = display_.view;
  const DrawList& list = world().draw_list();
  const int line_types = static_cast<int>(list.constraint_lines.size());
  const int fields = static_cast<int>(list.fields.size());
  // All views in a row: shaded, wireframe, spheres, each type of constraint, each field.
  const int first_lines = list.spheres.empty() && list.fluids.empty() ? 2 : 3;
  const int first_field = first_lines + line_types;
  int index = 0;
  if (view.mode == ViewMode::shaded && view.spheres) index = 2;
  if (view.mode == ViewMode::wireframe) index = 1;
  if (view.mode == ViewMode::constraint_colors) index = first_lines + view.constraint_lines;
  if (view.mode == ViewMode::scalar_field) index = first_field + view.field;
  index = (index + 1) % (first_field + fields);
  view.spheres = index == 2 && first_lines == 3;
  if (index < first_lines) {
    view.mode = index == 1 ? ViewMode::wireframe : ViewMode::shaded;
  } else if (index < first_field) {
    view.mode = ViewMode::constraint_colors;
    view.constraint_lines = index - first_lines;
  } else {
    view.mode = ViewMode::scalar_field;
    view.field = index - first_field;
  }
}

void Player::frame_scene(float aspect) {
  const std::vector<glm::vec3> positions_m = world().positions_m();
  if (positions_m.empty() || diverged_) {
    const DrawList& list = world().draw_list();
    display_.camera.frame(list.bounds_min_m, list.bounds_max_m, aspect);
    return;
  }
  glm::vec3 low_m = positions_m.front(), high_m = low_m;
  for (const glm::vec3& position_m : positions_m) {
    low_m = glm::min(low_m, position_m);
    high_m = glm::max(high_m, position_m);
  }
  display_.camera.frame(low_m, high_m, aspect);
}

}  // namespace limber
