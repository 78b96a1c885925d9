// [Catto23].

#include "sim/joints/sleeping_bodies.h"

#include "kernels/joints/parked.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "sim/joints/joints_start.h"

namespace limber {

namespace {

constexpr const char* sleep_label = "sleep";
/// Bodies over which waking spreads in a step.
constexpr int passes = 4;

std::vector<SleepTraits> sleep_traits_of(const JointsModel& model,
                                         const std::vector<RigidInertia>& inertias) {
  std::vector<SleepTraits> traits;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    traits.push_back({.inertia = inertias[b],
                      .size_m = static_cast<double>(glm::length(model.bodies[b].half_size_m)),
                      .may_sleep = 1});
  // A stalled motor must move on as soon as it can.
  for (const RigidJoint& joint : model.joints) {
    if (!(joint.way.max_motor > 0.0)) continue;
    traits[joint.body_a].may_sleep = 0;
    if (joint.body_b >= 0) traits[joint.body_b].may_sleep = 0;
  }
  // A body at rest may be pulled by a vertex that it holds.
  for (const RigidVertexJoint& joint : model.vertex_joints) traits[joint.body].may_sleep = 0;
  return traits;
}

int count_movable(const std::vector<RigidInertia>& inertias) {
  return static_cast<int>(std::ranges::count_if(inertias, &RigidInertia::moves));
}

}  // namespace

SleepingBodies::SleepingBodies(const Exec& exec, const JointsModel& model)
    : inertias_(inertias_of(model)),
      movable_(count_movable(inertias_)),
      some_park_(model.some_park),
      traits_(exec, sleep_traits_of(model, inertias_)),
      places_(exec, poses_of(model)),
      times_(exec, std::vector<int>(model.bodies.size(), 0)),
      next_times_(exec, std::vector<int>(model.bodies.size(), 0)),
      awake_(exec, std::vector<int>(1, movable_)),
      newest_awake_(movable_) {
  exec.synchronize();
}

void SleepingBodies::launch_spread(const Exec& exec, const Step& step) {
  const RestTimes times{readable(times_), next_times_.view()};
  launch(
      exec, sleep_label, step.colliders.empty() ? 0 : step.points.points.size,
      WakeByColliders{.bodies = step.points,
                      .poses = step.poses,
                      .colliders = step.colliders,
                      .have_faces = step.contacts ? step.contacts->have_faces : View<const int>{},
                      .times = times,
                      .dt_s = step.dt_s});
  for (int pass = 0; pass < passes; ++pass) {
    if (step.contacts)
      launch_for_listed(exec, sleep_label, {}, {&step.contacts->pairs.state.data->pairs, 1},
                        step.contacts->pairs.pairs.size,
                        SpreadRestOverPairs{{step.points, step.poses, step.contacts->pairs,
                                             step.contacts->first_point},
                                            readable(traits_),
                                            times});
    launch(exec, sleep_label, step.blocks.size,
           SpreadRestOverJoints{step.blocks, step.broken, readable(traits_), times});
    launch(exec, sleep_label, times_.size(), TakeRestTimes{readable(next_times_), times_.view()});
  }
}

void SleepingBodies::launch_fall_asleep(const Exec& exec, View<const RigidPose> poses,
                                        View<RigidInertia> inertias, View<RigidMomentum> momenta,
                                        float sleep_after_s, float dt_s) {
  launch(exec, sleep_label, 1, ClearAwake{awake_.view()});
  launch(exec, sleep_label, times_.size(),
         FallAsleep{.traits = readable(traits_),
                    .poses = poses,
                    .places = places_.view(),
                    .times = times_.view(),
                    .next_times = next_times_.view(),
                    .inertias = inertias,
                    .momenta = momenta,
                    .awake = awake_.view(),
                    .sleep_after_s = sleep_after_s,
                    .dt_s = dt_s});
}

void SleepingBodies::wake_all(const Exec& exec, View<const RigidPose> poses,
                              Buffer<RigidInertia>& inertias) {
  times_.zero(exec);
  next_times_.zero(exec);
  inertias.upload(exec, inertias_);
  awake_.upload(exec, std::vector<int>(1, movable_));
  if (some_park_) launch(exec, sleep_label, inertias.size(), HoldParked{poses, inertias.view()});
  exec.synchronize();
}

void SleepingBodies::wake(const Exec& exec, int body, const RigidPose& pose,
                          Buffer<RigidInertia>& inertias) {
  constexpr int now = 0;
  times_.upload_at(exec, body, {&now, 1});
  next_times_.upload_at(exec, body, {&now, 1});
  places_.upload_at(exec, body, {&pose, 1});
  inertias.upload_at(exec, body, {&inertias_[body], 1});
  exec.synchronize();
}

void SleepingBodies::request_asleep(const Exec& exec) {
  if (!later_.pending()) later_.request(exec, readable(awake_));
}

int SleepingBodies::asleep() {
  if (const auto awake = later_.poll()) newest_awake_ = *awake;
  return movable_ - newest_awake_;
}

void SleepingBodies::archive(Archive& archive) {
  archive.state("places of rest", places_);
  archive.state("times at rest", times_, Start::zeros);
  archive.derived("next times at rest", next_times_, Start::zeros);
  archive.derived("bodies awake", awake_);
  archive.scratch(traits_);
}

}  // namespace limber
