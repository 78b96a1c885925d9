// [Mueller20]; [Tonge12].

#include "sim/joints/touching_bodies.h"

#include <algorithm>
#include <utility>

#include "kernels/joints/push_points.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "sim/contact/hold_label.h"
#include "sim/joints/joined_bodies.h"

namespace limber {

namespace {

constexpr const char* touching_bodies_label = "contacts of bodies";
constexpr const char* collider_label = "contacts";

std::vector<float> extents_m(const RigidSurface& surface) {
  std::vector<float> all(surface.touches.size(), 0.0f);
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    float& extent_m = all[surface.body_of_point[i]];
    extent_m = std::max(extent_m, glm::length(surface.points[i].at_m));
  }
  return all;
}

}  // namespace

TouchingBodies::TouchingBodies(const Exec& exec, const JointsModel& model, float distance_m)
    : model_(model),
      surface_(rigid_surface_of(model_, distance_m)),
      distance_m_(distance_m),
      points_(exec, surface_.points),
      first_(exec, surface_.first_point),
      body_of_point_(exec, surface_.body_of_point),
      touches_others_(exec, surface_.touches),
      extents_m_(exec, extents_m(surface_)),
      touches_(exec, std::vector<RigidTouch>(surface_.points.size())),
      listed_points_(exec, points_.size()),
      listed_counts_(exec, static_cast<int>(model_.bodies.size())),
      min_shares_(exec, static_cast<int>(model_.bodies.size())),
      jams_(exec, std::vector<int>(model_.bodies.size(), 0)),
      stuck_(exec, std::vector<int>(model_.bodies.size(), 0)),
      jammed_(exec, std::vector<int>(1, 0)) {
  const std::vector<int> together = joined_bodies(model_, false);
  std::vector<int> sizes(model_.bodies.size(), 0);
  for (const int group : together) ++sizes[group];
  for (std::size_t b = 0; b < model_.bodies.size(); ++b)
    some_slide_ = some_slide_ ||
                  (model_.bodies[b].touches && !model_.bodies[b].held && sizes[together[b]] == 1);
  together_ = {exec, together};
  group_sizes_ = {exec, sizes};
  exec.synchronize();
}

void TouchingBodies::set_distance(const Exec& exec, float distance_m) {
  if (distance_m == distance_m_) return;
  distance_m_ = distance_m;
  surface_ = rigid_surface_of(model_, distance_m);
  points_.upload(exec, surface_.points);
  extents_m_.upload(exec, extents_m(surface_));
  exec.synchronize();
}

RigidPoints TouchingBodies::points(const State& state) const {
  return {readable(points_), readable(first_), readable(body_of_point_), readable(touches_others_),
          state.inertias};
}

void TouchingBodies::launch_show(const Exec& exec, const State& state, View<const RigidPose> poses,
                                 View<Particle> shown) const {
  launch(exec, touching_bodies_label, shown.size, ShowRigidPoints{points(state), poses, shown});
}

void TouchingBodies::launch_push(const Exec& exec, const State& state,
                                 const ContactStep& step) const {
  launch_push_points(exec, touching_bodies_label, state.starts.size,
                     PushRigidPoints{.bodies = points(state),
                                     .moves = step.requests.moves,
                                     .twists = step.requests.twists,
                                     .points = step.particles,
                                     .starts = state.starts,
                                     .pushing = step.requests.pushing,
                                     .pushing_now = step.requests.pushing_now,
                                     .momenta = state.momenta,
                                     .dt_s = static_cast<double>(step.dt_s)});
}

void TouchingBodies::launch_move(const Exec& exec, const State& state,
                                 const ContactStep& step) const {
  launch(exec, touching_bodies_label, points_.size(),
         MoveRigidPoints{.bodies = points(state),
                         .starts = state.starts,
                         .predicted = state.predicted,
                         .turns = step.requests.turns,
                         .mobilities = step.requests.mobilities,
                         .points = step.particles});
}

RigidSlides TouchingBodies::slides(const State& state, const ContactStep& step) const {
  return {.bodies = points(state),
          .starts = state.starts,
          .predicted = state.predicted,
          .together = readable(together_),
          .sizes = readable(group_sizes_),
          .body_of_point = step.requests.body_of_point,
          .extents_m = readable(extents_m_),
          .slides = step.requests.slides};
}

void TouchingBodies::launch_begin_slides(const Exec& exec, const State& state,
                                         const ContactStep& step) {
  launch(exec, hold_label, state.starts.size, StartSlides{slides(state, step)});
}

void TouchingBodies::launch_slide(const Exec& exec, const State& state, const ContactStep& step) {
  launch_only_if(exec, hold_label, step.if_asked, state.starts.size,
                 SlideRigid{slides(state, step), step.particles});
}

void TouchingBodies::launch_take_shares(const Exec& exec, const State& state,
                                        const ContactStep& step) {
  launch(exec, hold_label, min_shares_.size(), ClearRigidShares{shares()});
  launch(exec, hold_label, state.starts.size,
         TakeRigidShares{points(state), step.requests.shares, shares()});
}

void TouchingBodies::launch_share(const Exec& exec, const State& state, const ContactStep& step) {
  launch_take_shares(exec, state, step);
  launch(exec, hold_label, points_.size(),
         GiveRigidShares{points(state), shares(), step.requests.shares, step.requests.next_shares});
}

void TouchingBodies::launch_hold(const Exec& exec, const State& state, const ContactStep& step) {
  launch_take_shares(exec, state, step);
  launch(exec, hold_label, jams_.size(), CountJams{shares(), jammed_.view()});
  launch(exec, hold_label, state.starts.size,
         HoldRigid{.bodies = points(state),
                   .shares = shares(),
                   .starts = state.starts,
                   .predicted = state.predicted,
                   .momenta = state.momenta,
                   .turns = step.requests.turns,
                   .state = step.requests.state});
  if (!some_slide_) return;
  launch(exec, hold_label, stuck_.size(),
         SlowStuckRigid{.all = slides(state, step),
                        .shares = shares(),
                        .momenta = state.momenta,
                        .stuck = stuck_.view(),
                        .dt_s = static_cast<double>(step.dt_s)});
}

void TouchingBodies::launch_find_touches(const Exec& exec, const State& state,
                                         const OnColliders& on) {
  launch(exec, collider_label, points_.size(),
         FindRigidTouches{.bodies = points(state),
                          .colliders = on.colliders,
                          .have_faces = on.have_faces,
                          .poses = state.starts,
                          .momenta = state.momenta,
                          .touches = touches_.view(),
                          .friction = on.friction,
                          .restitution = on.restitution,
                          .kept = on.kept,
                          .dt_s = state.dt_s});
  listed_ = false;
}

void TouchingBodies::launch_push_touches(const Exec& exec, const State& state, double friction,
                                         bool warm_starts) {
  launch_push_points(exec, collider_label, state.starts.size,
                     PushRigidTouches{.bodies = points(state),
                                      .poses = state.starts,
                                      .momenta = state.momenta,
                                      .touches = touches_.view(),
                                      .listed = {listed_points_.view(), listed_counts_.view()},
                                      .friction = friction,
                                      .lists = !std::exchange(listed_, true),
                                      .warm_starts = warm_starts,
                                      .dt_s = state.dt_s});
}

void TouchingBodies::request_jams(const Exec& exec) {
  if (!jammed_later_.pending()) jammed_later_.request(exec, readable(jammed_));
}

int TouchingBodies::jams() {
  if (const auto jams = jammed_later_.poll()) newest_jams_ = *jams;
  return newest_jams_;
}

void TouchingBodies::archive(Archive& archive) {
  archive.state("touched colliders", touches_, Start::zeros);
  archive.state("jams", jams_, Start::zeros);
  archive.state("stuck", stuck_, Start::zeros);
  archive.derived("jams so far", jammed_, Start::zeros);
  archive.scratch(points_, first_, body_of_point_, touches_others_, extents_m_, together_,
                  group_sizes_, min_shares_, listed_points_, listed_counts_);
}

}  // namespace limber
