#include "sim/joints/vertex_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "sim/contact/contact_surface.h"

namespace limber {

namespace {

constexpr const char* joints_label = "joints";
/// Iterations over all joints that equalize the velocities of bodies and vertices.
constexpr int rounds = 4;

}  // namespace

VertexJoints::VertexJoints(const Exec& exec, const JointsModel& model)
    : model_(model.vertex_joints) {
  std::ranges::stable_sort(model_, {}, &RigidVertexJoint::system);
  std::map<int, std::vector<int>> of_body;
  for (int k = 0; k < static_cast<int>(model_.size()); ++k) {
    if (ranges_.empty() || ranges_.back().name != model_[k].system)
      ranges_.push_back({model_[k].system, k});
    ++ranges_.back().count;
    of_body[model_[k].body].push_back(k);
  }
  std::vector<int> bodies, first{0}, items;
  for (const auto& [body, joints] : of_body) {
    bodies.push_back(body);
    items.insert(items.end(), joints.begin(), joints.end());
    first.push_back(static_cast<int>(items.size()));
  }
  std::vector<VertexJoint> joints;
  for (const RigidVertexJoint& joint : model_)
    joints.push_back({.at_m = joint.at_m,
                      .body = joint.body,
                      .vertex = joint.vertex,
                      .joints_of_body = static_cast<double>(of_body[joint.body].size()),
                      .breaks_at_N = joint.breaks_at_N});
  joints_ = {exec, joints};
  steps_ = {exec, std::vector<VertexJointStep>(joints.size())};
  broken_ = {exec, std::vector<int>(joints.size(), 0)};
  bodies_ = {exec, bodies};
  first_of_body_ = {exec, first};
  joints_of_body_ = {exec, items};
  worst_ = {exec, std::vector<WorstVertexJoint>(1)};
}

void VertexJoints::find(const std::vector<NamedSystem>& systems) {
  for (Range& range : ranges_) {
    const auto found = std::ranges::find(systems, range.name, &NamedSystem::name);
    if (found == systems.end())
      throw Error(ExitCode::bad_input,
                  fmt::format("a joint holds a vertex of '{}', but there is no such system here",
                              range.name));
    range.system = found->system;
    const int vertices = range.system->joined_vertices().particles.size;
    for (int k = range.first; k < range.first + range.count; ++k)
      if (model_[k].vertex < 0 || model_[k].vertex >= vertices)
        throw Error(ExitCode::bad_input,
                    fmt::format("a joint holds vertex {} of '{}', which has {} that can be held",
                                model_[k].vertex, range.name, vertices));
  }
}

std::vector<JoinedSurface> VertexJoints::surfaces() const {
  std::vector<JoinedSurface> all;
  for (const Range& range : ranges_) {
    const std::vector<int> body_of = range.system->contact_shape().body;
    for (int k = range.first; k < range.first + range.count; ++k) {
      const JoinedSurface one{range.system, model_[k].body, body_of[model_[k].vertex]};
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
  }
  return all;
}

const VertexJoints::Range* VertexJoints::range_of(const System& system) const {
  const auto found = std::ranges::find(ranges_, &system, &Range::system);
  return found == ranges_.end() ? nullptr : &*found;
}

void VertexJoints::launch_lend(const Exec& exec, const JoinedBodies& bodies, const System& system,
                               bool first) {
  const Range* range = range_of(system);
  if (!range) return;
  launch(exec, joints_label, range->count,
         LendMass{.joints = readable(joints_).part(range->first, range->count),
                  .broken = readable(broken_).part(range->first, range->count),
                  .bodies = bodies,
                  .vertices = range->system->joined_vertices(),
                  .steps = steps_.view().part(range->first, range->count),
                  .first = first});
}

void VertexJoints::launch_take_back(const Exec& exec, const System& system) {
  const Range* range = range_of(system);
  if (!range) return;
  launch(exec, joints_label, range->count,
         TakeMassBack{.joints = readable(joints_).part(range->first, range->count),
                      .vertices = range->system->joined_vertices(),
                      .steps = steps_.view().part(range->first, range->count)});
  waits_ = true;
}

void VertexJoints::launch_push(const Exec& exec, const JoinedBodies& bodies) {
  if (!waits_) return;
  waits_ = false;
  launch(exec, joints_label, bodies_.size(),
         PushJoinedBodies{.which = readable(bodies_),
                          .joints_of_body = {readable(first_of_body_), readable(joints_of_body_)},
                          .joints = readable(joints_),
                          .steps = steps_.view(),
                          .bodies = bodies});
}

void VertexJoints::launch_close(const Exec& exec, const JoinedBodies& bodies, double dt_s) {
  launch_push(exec, bodies);
  for (int round = 0; round < rounds; ++round) {
    for (const Range& range : ranges_)
      launch(exec, joints_label, range.count,
             CloseVertexJoints{.joints = readable(joints_).part(range.first, range.count),
                               .broken = broken_.view().part(range.first, range.count),
                               .bodies = bodies,
                               .vertices = range.system->joined_vertices(),
                               .steps = steps_.view().part(range.first, range.count),
                               .dt_s = dt_s,
                               .first = round == 0,
                               .last = round + 1 == rounds});
    waits_ = true;
    launch_push(exec, bodies);
  }
}

void VertexJoints::request_worst(const Exec& exec) {
  if (later_.pending()) return;
  launch(exec, joints_label, 1,
         FindWorstVertexJoint{readable(steps_), readable(broken_), worst_.view()});
  later_.request(exec, readable(worst_));
}

const WorstVertexJoint& VertexJoints::worst() {
  if (const auto arrived = later_.poll()) newest_ = *arrived;
  return newest_;
}

std::vector<glm::dvec3> VertexJoints::impulses_N_s(const Exec& exec) const {
  std::vector<glm::dvec3> impulses;
  for (const VertexJointStep& step : steps_.download(exec)) impulses.push_back(step.sum_N_s);
  return impulses;
}

std::string VertexJoints::name(int joint) const {
  return fmt::format("a joint with vertex {} of '{}'", model_[joint].vertex, model_[joint].system);
}

void VertexJoints::archive(Archive& archive) {
  archive.state("broken vertex joints", broken_, Start::zeros);
  archive.derived("steps of vertex joints", steps_);
  archive.scratch(joints_, bodies_, first_of_body_, joints_of_body_, worst_);
}

}  // namespace limber
