// [Mueller20]; [Tonge12].

#include "sim/joints/touching_bodies.h"

#include "kernels/joints/push_points.h"
#include "kernels/launch.h"
#include "sim/contact/hold_label.h"
#include "sim/joints/joined_bodies.h"

namespace limber {

namespace {

constexpr const char* touching_bodies_label = "contacts of bodies";
constexpr const char* collider_label = "contacts";

}  // namespace

TouchingBodies::TouchingBodies(const Exec& exec, const JointsModel& model, float distance_m)
    : model_(model),
      surface_(rigid_surface_of(model_, distance_m)),
      distance_m_(distance_m),
      points_(exec, surface_.points),
      first_(exec, surface_.first_point),
      body_of_point_(exec, surface_.body_of_point),
      touches_others_(exec, surface_.touches),
      touches_(exec, std::vector<RigidTouch>(surface_.points.size())),
      min_shares_(exec, static_cast<int>(model_.bodies.size())),
      jams_(exec, std::vector<int>(model_.bodies.size(), 0)),
      jammed_(exec, std::vector<int>(1, 0)) {
  const std::vector<int> together = joined_bodies(model_, false);
  std::vector<int> sizes(model_.bodies.size(), 0);
  for (const int group : together) ++sizes[group];
  together_ = {exec, together};
  group_sizes_ = {exec, sizes};
  exec.synchronize();
}

void TouchingBodies::set_distance(const Exec& exec, float distance_m) {
  if (distance_m == distance_m_) return;
  distance_m_ = distance_m;
  surface_ = rigid_surface_of(model_, distance_m);
  points_.upload(exec, surface_.points);
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
  launch(exec, hold_label, jams_.size(),
         CountJams{shares(), readable(group_sizes_), jammed_.view()});
  launch(exec, hold_label, state.starts.size,
         HoldRigid{.bodies = points(state),
                   .shares = shares(),
                   .starts = state.starts,
                   .predicted = state.predicted,
                   .momenta = state.momenta,
                   .turns = step.requests.turns,
                   .state = step.requests.state});
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
}

void TouchingBodies::launch_push_touches(const Exec& exec, const State& state, double friction,
                                         bool first) {
  launch(exec, collider_label, state.starts.size,
         PushRigidTouches{.bodies = points(state),
                          .poses = state.starts,
                          .momenta = state.momenta,
                          .touches = touches_.view(),
                          .friction = friction,
                          .first = first,
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
  archive.derived("jams so far", jammed_, Start::zeros);
  archive.scratch(points_, first_, body_of_point_, touches_others_, together_, group_sizes_,
                  min_shares_);
}

}  // namespace limber
