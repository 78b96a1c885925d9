// Publication, grab and measurements of articulated bodies.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/joints/parked.h"
#include "kernels/joints/publish_rigid.h"
#include "kernels/launch.h"
#include "sim/count.h"
#include "sim/draw_list.h"
#include "sim/joints/joints_start.h"
#include "sim/joints/joints_system.h"

namespace limber {

DrawList JointsSystem::make_draw_list(const JointsModel& model) {
  DrawList list;
  list.vertex_count = bodies() + max_holds;
  const std::vector<int> order = bodies_by_look(model);
  for (int first = 0, last = 0; first < bodies(); first = last) {
    const int look = model.bodies[order[first]].look;
    while (last < bodies() && model.bodies[order[last]].look == look) ++last;
    list.instances.push_back({model.looks[look], first, last - first});
  }
  const double mean_kg = std::accumulate(masses_kg_.begin(), masses_kg_.end(), 0.0) / bodies();
  // In the order of RigidField.
  list.fields = {{"speed", "m/s", 0.0f, 2.0f},
                 {"joint force", "N", 0.0f, static_cast<float>(10.0 * 9.81 * mean_kg)},
                 {"sleeping", "s at rest", 0.0f, JointsSettings{}.sleep_after_s}};
  std::vector<glm::vec3> around_m;
  for (const RigidBody& body : model.bodies) {
    if (model.some_park && is_parked(body.pose)) continue;
    const float reach_m = glm::length(body.half_size_m);
    around_m.push_back(glm::vec3(body.pose.position_m) - reach_m);
    around_m.push_back(glm::vec3(body.pose.position_m) + reach_m);
  }
  set_bounds(list, around_m);
  return list;
}

void JointsSystem::publish(const SystemPublish& request) {
  const bool blended = request.blend < 1.0f;
  const ShownRigid shown{readable(poses_), readable(previous_).part(0, blended ? bodies() : 0),
                         static_cast<double>(request.blend)};
  launch(*exec_, "publish", bodies(),
         PublishRigid{.shown = shown,
                      .body_of_vertex = readable(body_of_vertex_),
                      .field = static_cast<RigidField>(request.field + 1),
                      .momenta = readable(momenta_),
                      .inertias = readable(inertias_),
                      .joints_of_body = {readable(first_joint_), readable(joints_of_body_)},
                      .forces_N = readable(forces_N_),
                      .rest_s = sleeping_.rest_s(),
                      .some_park = some_park_ ? 1 : 0,
                      .not_finite = request.not_finite,
                      .out = request.vertices.part(0, bodies())});
  launch(*exec_, "publish", max_holds,
         PublishHeldRigid{shown, readable(held_), request.not_finite,
                          request.vertices.part(bodies(), max_holds)});
}

glm::vec3 JointsSystem::grab(int vertex, const glm::vec3* at_m) {
  frames_->forget_frames();
  const int body = vertex < bodies() ? body_of_vertex_.download_at(*exec_, vertex)
                                     : held_.download_at(*exec_, vertex - bodies()).body;
  const RigidPose pose = poses_.download_at(*exec_, body);
  const glm::dvec3 point_m = at_m ? glm::dvec3(*at_m) : pose.position_m;
  const HeldRigid held{rotated_back(pose.quaternion, point_m - pose.position_m), body};
  const double near_m = 1.5 * reaches_m_[body];
  grabber_.grab(*exec_, vertex, held, [&](const HeldRigid& pin) {
    return pin.body == body && glm::distance(pin.at_m, held.at_m) < near_m;
  });
  hold_points();
  return glm::vec3(point_m);
}

void JointsSystem::release(bool pin, glm::vec3 target_m) {
  frames_->forget_frames();
  grabber_.release(*exec_, pin, target_m);
  hold_points();
}

void JointsSystem::clear_pins() {
  frames_->forget_frames();
  grabber_.clear_pins(*exec_);
  hold_points();
}

bool JointsSystem::is_held(int body) {
  return std::ranges::any_of(grabber_.holds(),
                             [&](const auto& hold) { return hold.attachment.body == body; });
}

void JointsSystem::throw_body(int body, const RigidPose& from, const glm::dvec3& velocity_m_s) {
  const RigidMomentum momentum{.linear_kg_m_s = velocity_m_s * masses_kg_[body]};
  poses_.upload_at(*exec_, body, {&from, 1});
  previous_.upload_at(*exec_, body, {&from, 1});
  momenta_.upload_at(*exec_, body, {&momentum, 1});
  sleeping_.wake(*exec_, body, from, inertias_);
}

/// Called after the grab or pins have changed. Waits.
void JointsSystem::hold_points() {
  lay_out_blocks();
  // The grabbed point is published before the pins.
  pinned_vertices_.resize(grabber_.pinned_vertices().size());
  std::iota(pinned_vertices_.begin(), pinned_vertices_.end(),
            bodies() + (grabber_.grabbed_vertex() >= 0 ? 1 : 0));
}

void JointsSystem::request_residuals() {
  sleeping_.request_asleep(*exec_);
  touching_.request_jams(*exec_);
  if (!vertices_.empty()) vertices_.request_worst(*exec_);
  if (descent_) descent_->request_left_over(*exec_);
  if (worst_later_.pending()) return;
  launch_measure(readable(poses_));
  worst_later_.request(*exec_, readable(worst_of_all_));
}

const std::map<std::string, double>& JointsSystem::residuals() {
  if (const auto worst = worst_later_.poll()) {
    worst_now_ = worst;
    residuals_ = {{"joint", worst->open_m},
                  {"broken", static_cast<double>(worst->broken)},
                  {"asleep", static_cast<double>(sleeping_.asleep())},
                  {"jams", static_cast<double>(touching_.jams())}};
    if (!vertices_.empty()) {
      residuals_["vertex"] = vertices_.worst().open_m;
      residuals_["broken"] += vertices_.worst().broken;
    }
    if (descent_) residuals_["uncolored"] = static_cast<double>(descent_->left_over());
  }
  return residuals_;
}

std::vector<IterationCount> JointsSystem::iterations_now() const {
  if (is_direct()) return {};
  if (is_descent()) return {{"descent", settings_.descent_iterations, "descent_iterations"}};
  return {{"conjugate gradients", outcome_ ? outcome_->iterations : settings_.cg_iterations,
           "cg_iterations"}};
}

std::string JointsSystem::trouble() {
  if (const auto outcome = solver_->poll_outcome()) outcome_ = outcome;
  residuals();
  if (const std::string broken = outcome_ ? breakdown_of(*outcome_) : ""; !broken.empty())
    return broken;
  constexpr double reported_m = 1e-3;
  if (settings_.joints && worst_now_ && worst_now_->open_m > reported_m &&
      worst_now_->block < count(joint_blocks_)) {
    const int joint = joint_blocks_[worst_now_->block].joint;
    return fmt::format(
        "a {}, number {} of {} joints, does not hold: it is open by {:.3g} m; use shorter steps or "
        "more iterations, or reduce the force on it",
        name_of(joints_[joint].kind), joint + 1, joints_.size(), worst_now_->open_m);
  }
  constexpr double reported_vertices_m = 0.02;
  if (const WorstVertexJoint& worst = vertices_.worst();
      settings_.joints && worst.open_m > reported_vertices_m)
    return fmt::format(
        "{} does not hold: it is open by {:.3g} m; use shorter steps, or hold more vertices",
        vertices_.name(worst.joint), worst.open_m);
  if (const int left_over = descent_ ? descent_->left_over() : 0; left_over > 0)
    return fmt::format(
        "{} bodies touch or hold too many others for {} colours, so an iteration moves them by "
        "half a step only; set more descent_iterations",
        left_over, max_body_colors);
  return grabber_.notice();
}

JointEquations JointsSystem::equations() const {
  std::vector<double> right_m_s = right_.download(*exec_);
  right_m_s.resize(3 * blocks());
  return {matrix_.download(*exec_, pattern()), std::move(right_m_s)};
}

std::vector<glm::vec3> JointsSystem::positions_m() {
  std::vector<glm::vec3> centers_m;
  for (const RigidPose& pose : poses()) centers_m.emplace_back(pose.position_m);
  return centers_m;
}

}  // namespace limber
