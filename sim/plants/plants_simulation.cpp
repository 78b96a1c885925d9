// Wang, Barbic, "CUDA Deformers for Model Reduction" (2020); Barbic, Zhao, "Real-time
// large-deformation substructuring" (2011).

#include "sim/plants/plants_simulation.h"

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"
#include "sim/move_all.h"
#include "sim/state_hash.h"

namespace limber {

namespace {

constexpr float air_density_kg_m3 = 1.2f;
constexpr float grown_under_m_s2 = 9.81f;  ///< gravity under which plants have got their shapes
constexpr float shown_turns_per_s = 0.5f;
constexpr float radians_per_degree = pi / 180.0f;

int blocks_of(const PartTree& tree) {
  return (std::max(tree.parts(), tree.coordinates()) + sway_block - 1) / sway_block;
}

}  // namespace

PlantsSimulation::PlantsSimulation(Exec& exec, std::shared_ptr<const PlantsModel> model,
                                   const PlantsSettings& settings)
    : FamilySimulation(exec),
      q_exec_(&exec),
      settings_(settings),
      model_(std::move(model)),
      tree_(part_tree_of(*model_)),
      substructure_(*model_, tree_),
      surface_(exec, *model_, tree_, model_->share_shapes),
      dynamics_(exec, tree_),
      hand_(exec, tree_.most_modes()),
      shown_(exec, tree_, surface_.coordinate_at()),
      block_sums_(exec, blocks_of(tree_)),
      sums_(exec, 1),
      never_raised_(exec, std::vector<int>{0}),
      frames_(exec) {
  parameters_ = parameters_of(settings_);
  counts_.particles = tree_.parts();
  counts_.vertices = surface_.vertices();
  counts_.parts = tree_.parts();
  counts_.deformable_parts = static_cast<int>(tree_.bending.size());
  counts_.modes = tree_.coordinates();
  draw_list_ = surface_.draw_list(*model_, tree_);
  hand_limit_m_ = 0.3f * glm::length(draw_list_.bounds_max_m - draw_list_.bounds_min_m);
  exec.synchronize();
  compute_matrices();
  move_q_to(exec_of_q(exec));
}

Exec& PlantsSimulation::exec_of_q(Exec& exec) {
  if (exec.solver() != Solver::cuda || settings_.q == "gpu") return exec;
  if (!beside_) beside_ = std::make_unique<Exec>(Solver::tbb);
  return *beside_;
}

void PlantsSimulation::move_q_to(Exec& exec) {
  if (&exec == q_exec_) return;
  move_all(*q_exec_, exec, [&](const auto& visit) {
    visit(dynamics_);
    visit(hand_);
    visit(shown_);
    visit(block_sums_);
    visit(sums_);
    visit(frames_);
  });
  q_exec_ = &exec;
}

void PlantsSimulation::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  residuals();
  frames_.forget_frames();
  exec_->synchronize();
  const auto surface = [&](const auto& visit) {
    visit(surface_);
    visit(never_raised_);
  };
  move_all(*exec_, exec, surface);
  try {
    move_q_to(exec_of_q(exec));
  } catch (...) {
    move_all(exec, *exec_, surface);
    throw;
  }
  sums_later_.forget();
  exec_ = &exec;
}

void PlantsSimulation::reset() {
  frames_.forget_frames();
  dynamics_.reset(*q_exec_);
  shown_.forget(*q_exec_, tree_);
  hand_.forget(*q_exec_);
  frames_.reset();
  sums_later_.forget();
  residuals_.clear();
  time_s_ = 0.0;
}

StepRule PlantsSimulation::rule_now() const {
  StepRule rule;
  const float gamma = 0.5f + settings_.numerical_damping;
  rule.newmark = {0.25f * (0.5f + gamma) * (0.5f + gamma), gamma, settings_.dt_s};
  rule.mass_damping_per_s = settings_.mass_damping_per_s;
  rule.stiffness_damping_s = settings_.stiffness_damping_s;
  rule.stiffness = settings_.stiffness;
  return rule;
}

void PlantsSimulation::compute_matrices() {
  rule_ = rule_now();
  std::vector<float> rest_forces_N(tree_.coordinates(), 0.0f);
  if (model_->grown_under_gravity)
    rest_forces_N = substructure_.rest_forces_N({0.0f, -grown_under_m_s2, 0.0f});
  dynamics_.set_matrices(*q_exec_, substructure_.matrices(rule_), rest_forces_N);
  q_exec_->synchronize();
  hand_.weigh_anew(*q_exec_, substructure_);
}

void PlantsSimulation::parameters_changed() {
  frames_.forget_frames();
  exec_->synchronize();
  move_q_to(exec_of_q(*exec_));
  if (!(rule_now() == rule_)) compute_matrices();
}

SwayStep PlantsSimulation::step_now() {
  SwayStep step;
  step.rule = rule_.newmark;
  const float turn = settings_.wind_direction_deg * radians_per_degree;
  step.wind = {
      .velocity_m_s = settings_.wind_m_s * glm::vec3(std::cos(turn), 0.0f, -std::sin(turn)),
      .gustiness = settings_.gustiness,
      .pressure_kg_m3 = air_density_kg_m3 * settings_.drag,
      .gust_length_m = settings_.gust_length_m};
  step.gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f};
  step.stiffness = settings_.stiffness;
  step.newton_iterations = settings_.newton_iterations;
  step.played = {settings_.shown_mode - 1, settings_.shown_share, shown_turns_per_s};
  step.held = hand_.views();
  step.hand_limit_m = hand_limit_m_;
  step.inputs = frames_.inputs();
  step.not_finite = frames_.not_finite();
  return step;
}

void PlantsSimulation::run_steps(int steps, bool remember) {
  const std::uint64_t key = static_cast<std::uint64_t>(steps) << 1 | static_cast<int>(remember);
  frames_.run({static_cast<float>(time_s_), grab_target_m_}, steps, key, [&] {
    SwayStep step = step_now();
    for (int i = 0; i < steps; ++i) {
      if (remember && i == steps - 1) shown_.remember(*q_exec_, dynamics_);
      step.time_in_frame_s = static_cast<float>(i) * settings_.dt_s;
      dynamics_.launch_step(*q_exec_, step);
    }
  });
  time_s_ += steps * dt_s();
}

void PlantsSimulation::publish(const FrameRequest& request) {
  if (apart() && !frames_.finite_now()) return;  // the last good vertices stay
  const auto field = static_cast<PartField>(std::max(request.field, 0));
  shown_.show(*q_exec_, dynamics_, request.blend, field, surface_.begin(*exec_, apart()));
  surface_.publish(
      *exec_, {field != PartField::bending, apart() ? never_raised_.view() : frames_.not_finite(),
               request.publish});
}

/// at_m: null for the vertex itself.
PartHand::Point PlantsSimulation::point_at(int vertex, const glm::vec3* at_m) {
  PartHand::Point point{.vertex = vertex, .part = surface_.part_of(vertex)};
  const int shape = tree_.rides[point.part].shape, local = surface_.vertex_of_shape(vertex);
  const ReducedShape& reduced = model_->reduced[shape];
  point.at_m = model_->plant.shapes[shape].drawn.positions_m[local];
  point.modes = Eigen::MatrixXd::Zero(3, reduced.modes);
  if (reduced.modes > 0) point.modes = reduced.drawn_modes.middleRows(3 * local, 3);
  const PartDynamics::State now = dynamics_.download(*q_exec_);
  glm::vec3 bent(0.0f);
  for (int k = 0; k < reduced.modes; ++k)
    for (int axis = 0; axis < 3; ++axis)
      bent[axis] += static_cast<float>(point.modes(axis, k)) *
                    now.q[tree_.bending[point.part].first_coordinate + k];
  const Pose& pose = now.poses[point.part];
  if (at_m) point.at_m = rotated_back(pose.quaternion, *at_m - pose.position_m) - bent;
  grab_target_m_ = pose.position_m + rotated(pose.quaternion, point.at_m + bent);
  const Pose& rest = tree_.rest[point.part];
  point.rest_m = rest.position_m + rotated(rest.quaternion, point.at_m);
  return point;
}

void PlantsSimulation::grab(int vertex) {
  hand_.grab(*q_exec_, substructure_, point_at(vertex, nullptr));
}

void PlantsSimulation::grab_at(int vertex, glm::vec3 at_m) {
  hand_.grab(*q_exec_, substructure_, point_at(vertex, &at_m));
}

void PlantsSimulation::release(bool pin) {
  hand_.release(*q_exec_, substructure_, pin, grab_target_m_);
}

void PlantsSimulation::request_residuals() {
  if (sums_later_.pending()) return;
  launch(*q_exec_, "residuals", block_sums_.size(),
         SumBlockOfSway{dynamics_.speeds(), dynamics_.q(), dynamics_.ranges(), block_sums_.view()});
  launch(*q_exec_, "residuals", 1, SumSway{readable(block_sums_), sums_.view()});
  sums_later_.request(*q_exec_, sums_.view());
}

const std::map<std::string, double>& PlantsSimulation::residuals() {
  if (const auto sums = sums_later_.poll())
    residuals_ = {{"speed", std::sqrt(sums->speed_squared_m2_s2 / tree_.parts())},
                  {"bend", std::sqrt(sums->bend_squared / std::max(tree_.coordinates(), 1))}};
  return residuals_;
}

std::vector<IterationCount> PlantsSimulation::iterations_now() const {
  if (tree_.cubics.empty()) return {};
  return {{"Newton", settings_.newton_iterations}};
}

std::vector<glm::vec3> PlantsSimulation::positions_m() {
  const PartDynamics::State now = dynamics_.download(*q_exec_);
  std::vector<glm::vec3> positions_m;
  for (int p = 0; p < tree_.parts(); ++p) {
    const ReducedShape& shape = model_->reduced[tree_.rides[p].shape];
    glm::vec3 middle = tree_.bodies[tree_.rides[p].shape].middle_m;
    for (int k = 0; k < shape.modes; ++k)
      for (int axis = 0; axis < 3; ++axis)
        middle[axis] += static_cast<float>(shape.linear(axis, k) / shape.mass_kg) *
                        now.q[tree_.bending[p].first_coordinate + k];
    positions_m.push_back(now.poses[p].position_m + rotated(now.poses[p].quaternion, middle));
  }
  return positions_m;
}

std::uint64_t PlantsSimulation::state_hash() {
  const PartDynamics::State now = dynamics_.download(*q_exec_);
  StateHash hash;
  hash.add(now.q);
  hash.add(now.velocity);
  hash.add(now.acceleration);
  hash.add(now.poses);
  return hash.value();
}

}  // namespace limber
