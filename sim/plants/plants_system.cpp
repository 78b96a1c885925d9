// [Wang20]; [Barbic11].

#include "sim/plants/plants_system.h"

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"

namespace limber {

namespace {

constexpr float air_density_kg_m3 = 1.2f;
constexpr float grown_under_m_s2 = 9.81f;  ///< gravity with which rest shapes are in equilibrium
constexpr float shown_turns_per_s = 0.5f;
constexpr float near_a_pin_m = 0.05f;
constexpr float grab_scaled_above_m = 2.0f;  ///< larger plants are pulled faster
constexpr float radians_per_degree = pi / 180.0f;

int sway_blocks_of(const PartTree& tree, int points) {
  return (std::max({tree.parts(), tree.coordinates(), points}) + sway_block - 1) / sway_block;
}

}  // namespace

PlantsSystem::PlantsSystem(Exec& exec, std::shared_ptr<const PlantsModel> model,
                           bool meets_colliders, const PlantsSettings& settings)
    : System(exec),
      settings_(settings),
      model_(std::move(model)),
      tree_(part_tree_of(*model_)),
      substructure_(*model_, tree_),
      surface_(exec, *model_, tree_, model_->share_shapes),
      dynamics_(exec, tree_),
      grabber_(exec, tree_.max_modes(), near_a_pin_m),
      shown_(exec, tree_, surface_.coordinate_at()),
      sums_(exec, 1) {
  if (meets_colliders) contacts_.emplace(exec, *model_, tree_);
  block_sums_ = {exec, sway_blocks_of(tree_, contacts_ ? contacts_->points() : 0)};
  parameters_ = parameters_of(settings_);
  rest_forces_N_.resize(tree_.coordinates());
  if (model_->grown_under_gravity)
    rest_forces_N_ = substructure_.rest_forces_N({0.0f, -grown_under_m_s2, 0.0f});
  counts_.particles = tree_.parts();
  counts_.particles_label.clear();
  counts_.vertices = surface_.vertices();
  counts_.others = {
      {"parts", "Parts", tree_.parts()},
      {"deformable_parts", "Deformable", static_cast<long long>(tree_.bending.size())},
      {"modes", "Modes", tree_.coordinates()}};
  if (contacts_) {
    counts_.others.push_back({"contact_points", "Contact points", contacts_->points()});
    counts_.others.push_back(
        {"sparse_parts", "Parts with sparse points", contacts_->sparse_parts()});
  }
  counts_.residual_help = "Speed of the parts in m/s; bending relative to its limit";
  draw_list_ = surface_.draw_list(*model_, tree_);
  const float size_m = glm::length(draw_list_.bounds_max_m - draw_list_.bounds_min_m);
  grab_scale_ = std::max(1.0f, size_m / grab_scaled_above_m);
  exec.synchronize();
}

void PlantsSystem::archive(Archive& archive) {
  dynamics_.archive(archive);
  if (contacts_) contacts_->archive(archive);
  if (touching_) touching_->archive(archive);
  shown_.archive(archive);
  archive.scratch(block_sums_, sums_);
  grabber_.archive(archive, [this] { compute_matrices(); });
  surface_.archive(archive);
}

void PlantsSystem::restarted() {
  if (!grabber_.empty()) {
    grabber_.forget(*exec_);
    compute_matrices();  // without the grab's mass
  }
  loaded();
}

void PlantsSystem::loaded() {
  sums_later_.forget();
  residuals_.clear();
}

StepRule PlantsSystem::rule_now() const {
  StepRule rule;
  const float gamma = 0.5f + settings_.numerical_damping;
  rule.newmark = {0.25f * (0.5f + gamma) * (0.5f + gamma), gamma, dt_s_};
  rule.mass_damping_per_s = settings_.mass_damping_per_s;
  rule.stiffness_damping_s = settings_.stiffness_damping_s;
  rule.stiffness = settings_.stiffness;
  return rule;
}

void PlantsSystem::compute_matrices() {
  rule_ = rule_now();
  dynamics_.set_matrices(*exec_, grabber_.matrices(*exec_, substructure_, *rule_), rest_forces_N_);
  if (touching_) {
    touching_->set_matrices(*exec_, dynamics_,
                            substructure_.matrices(TouchingParts::rule_of(*rule_)));
    substructure_.join(*rule_);
  }
  exec_->synchronize();
}

bool PlantsSystem::meets_colliders() const {
  return contacts_ && settings_.collisions && settings_.shown_mode == 0;
}

void PlantsSystem::settings_changed() {
  if (contacts_ && !meets_colliders()) contacts_->forget(*exec_);
  const bool begins_to_touch = contacts_shared_ && !touching_ && contact_use().takes_part();
  if (begins_to_touch) begin_to_touch();
  if (begins_to_touch || !rule_ || !(rule_now() == *rule_)) compute_matrices();
}

void PlantsSystem::begin_to_touch() {
  const TouchingSurface& surface = touching_surface();
  touching_.emplace(*exec_, surface, tree_);
  counts_.others.push_back({"contact_triangles", "Contact triangles",
                            static_cast<long long>(surface.shape.triangles.size())});
  counts_.others.push_back(
      {"near_parts", "Pairs of parts too near to collide", surface.near_parts});
  counts_.others.push_back({"coarse_parts", "Parts with coarse contact", surface.coarse_parts});
}

SwayStep PlantsSystem::step_now() {
  SwayStep step;
  step.rule = rule_->newmark;
  const float turn = settings_.wind_direction_deg * radians_per_degree;
  step.wind = {
      .velocity_m_s = settings_.wind_m_s * glm::vec3(std::cos(turn), 0.0f, -std::sin(turn)),
      .gustiness = settings_.gustiness,
      .pressure_kg_m3 = air_density_kg_m3 * settings_.drag,
      .gust_length_m = settings_.gust_length_m};
  step.blown = frames_->blown();
  step.lift_kg_m3 = air_density_kg_m3 * settings_.lift;
  step.gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f};
  step.stiffness = settings_.stiffness;
  step.newton_iterations = settings_.newton_iterations;
  step.played = {settings_.shown_mode - 1, settings_.shown_share, shown_turns_per_s};
  step.held = grabber_.views();
  step.grab_scale = grab_scale_;
  step.inputs = frames_->inputs();
  step.not_finite = frames_->not_finite();
  return step;
}

void PlantsSystem::launch_step(const SystemStep& step) {
  SwayStep sway = step_now();
  sway.time_in_frame_s = step.time_in_frame_s;
  const bool meets = meets_colliders();
  const PartContacts::Request contacts{step.colliders, settings_.thickness_m, settings_.friction,
                                       settings_.contact_iterations};
  if (meets) contacts_->launch_before(*exec_, dynamics_, sway, contacts);
  dynamics_.launch_step(*exec_, sway);
  if (meets) contacts_->launch_after(*exec_, dynamics_, sway, contacts);
}

const TouchingSurface& PlantsSystem::touching_surface() const {
  if (!touching_surface_)
    touching_surface_ = touching_surface_of(*model_, tree_, settings_.contact_distance_m);
  return *touching_surface_;
}

ContactUse PlantsSystem::contact_use() const {
  if (!(settings_.contact_distance_m > 0.0f) || settings_.shown_mode > 0) return {};
  const PointTraits each{0.5f * settings_.contact_distance_m, settings_.friction};
  return {std::vector<PointTraits>(touching_surface().points.size(), each),
          settings_.contact_iterations, 0.0f, settings_.collisions};
}

void PlantsSystem::launch_start_points(View<Particle> points) {
  touching_->launch_start(*exec_, dynamics_);
  launch_show_points(points);
}

void PlantsSystem::launch_show_points(View<Particle> points) {
  touching_->launch_show(*exec_, dynamics_, points);
}

void PlantsSystem::launch_move_bodies(const ContactStep& step) {
  touching_->launch_move(*exec_, dynamics_, step_now(), step);
}

void PlantsSystem::launch_share_bodies(const ContactStep& step) {
  touching_->launch_share(*exec_, dynamics_, step_now(), step);
}

void PlantsSystem::launch_take_points(const ContactStep& step) {
  touching_->launch_take(*exec_, dynamics_, step_now(), step);
}

void PlantsSystem::publish(const SystemPublish& request) {
  const auto field = static_cast<PartField>(std::max(request.field, 0));
  shown_.show(*exec_, dynamics_, request.blend, field,
              surface_.begin(request.exec, exec_ != &request.exec));
  surface_.publish(request.exec,
                   {field != PartField::bending, request.not_finite, request.vertices});
}

/// at_m: null for the vertex itself.
PartGrabber::Point PlantsSystem::point_at(int vertex, const glm::vec3* at_m, glm::vec3& now_m) {
  PartGrabber::Point point{.vertex = vertex, .part = surface_.part_of(vertex)};
  const int shape = tree_.mounts[point.part].shape, local = surface_.vertex_of_shape(vertex);
  const ReducedShape& reduced = model_->reduced[shape];
  point.at_m = model_->plant.shapes[shape].drawn.positions_m[local];
  point.modes = Eigen::MatrixXd::Zero(3, reduced.modes);
  if (reduced.modes > 0) point.modes = reduced.drawn_modes.middleRows(3 * local, 3);
  const auto [pose, q] = dynamics_.download(*exec_, point.part);
  glm::vec3 bent(0.0f);
  for (int k = 0; k < reduced.modes; ++k)
    for (int axis = 0; axis < 3; ++axis)
      bent[axis] += static_cast<float>(point.modes(axis, k)) * q[k];
  if (at_m) point.at_m = rotated_back(pose.quaternion, *at_m - pose.position_m) - bent;
  now_m = pose.position_m + rotated(pose.quaternion, point.at_m + bent);
  return point;
}

glm::vec3 PlantsSystem::grab(int vertex, const glm::vec3* at_m) {
  frames_->forget_frames();
  glm::vec3 now_m;
  grabber_.grab(*exec_, point_at(vertex, at_m, now_m));
  compute_matrices();
  return now_m;
}

void PlantsSystem::release(bool pin, glm::vec3 target_m) {
  if (grabber_.grabbed_vertex() < 0) return;
  frames_->forget_frames();
  grabber_.release(*exec_, pin, target_m);
  compute_matrices();
}

void PlantsSystem::clear_pins() {
  frames_->forget_frames();
  grabber_.clear_pins(*exec_);
  compute_matrices();
}

float PlantsSystem::reach_m(int vertex, glm::vec3 direction) {
  glm::vec3 ignored;
  const PartGrabber::Point point = point_at(vertex, nullptr, ignored);
  return PartGrabber::reach_m(substructure_, point,
                              rotated_back(tree_.rest[point.part].quaternion, direction));
}

void PlantsSystem::request_residuals() {
  if (sums_later_.pending()) return;
  launch(*exec_, "residuals", block_sums_.size(),
         SumBlockOfSway{dynamics_.speeds(), dynamics_.q(), dynamics_.ranges(),
                        contacts_ ? contacts_->contacts() : View<const PartContact>{},
                        block_sums_.view()});
  launch(*exec_, "residuals", 1, SumSway{readable(block_sums_), sums_.view()});
  sums_later_.request(*exec_, sums_.view());
}

const std::map<std::string, double>& PlantsSystem::residuals() {
  if (const auto sums = sums_later_.poll()) {
    residuals_ = {{"speed", std::sqrt(sums->speed_squared_m2_s2 / tree_.parts())},
                  {"bend", std::sqrt(sums->bend_squared / std::max(tree_.coordinates(), 1))}};
    if (contacts_) residuals_["penetration"] = sums->penetration_m;
  }
  return residuals_;
}

std::vector<IterationCount> PlantsSystem::iterations_now() const {
  if (tree_.cubics.empty()) return {};
  return {{"Newton", settings_.newton_iterations}};
}

std::vector<glm::vec3> PlantsSystem::positions_m() {
  const PartDynamics::State now = dynamics_.download(*exec_);
  std::vector<glm::vec3> positions_m;
  for (int p = 0; p < tree_.parts(); ++p) {
    const ReducedShape& shape = model_->reduced[tree_.mounts[p].shape];
    glm::vec3 middle = tree_.bodies[tree_.mounts[p].shape].middle_m;
    for (int k = 0; k < shape.modes; ++k)
      for (int axis = 0; axis < 3; ++axis)
        middle[axis] += static_cast<float>(shape.linear(axis, k) / shape.mass_kg) *
                        now.q[tree_.bending[p].first_coordinate + k];
    positions_m.push_back(now.poses[p].position_m + rotated(now.poses[p].quaternion, middle));
  }
  return positions_m;
}

}  // namespace limber
