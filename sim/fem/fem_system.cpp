// [Weber13, section 4.1].

#include "sim/fem/fem_system.h"

#include <algorithm>
#include <cmath>

#include "kernels/fem/contact_nodes.h"
#include "kernels/fem/corotate.h"
#include "kernels/fem/measure.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "sim/contact/hold_label.h"
#include "sim/draw_list.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// Holding back an element may invert its neighbours. Most are held back in the first pass over
/// the pairs: its consequences are resolved, with more rounds, before the second.
constexpr int rounds_of_holding_elements(int pass) { return pass == 1 ? 6 : 2; }

std::vector<Particle> particles_at(const std::vector<glm::vec3>& positions_m,
                                   const std::vector<float>& masses_kg) {
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < positions_m.size(); ++i)
    particles.push_back({positions_m[i], 1.0f / masses_kg[i]});
  return particles;
}

std::vector<int> inner_nodes_of(const FemModel& model) {
  std::vector<char> outer(model.nodes_m.size(), 0);
  for (const glm::uvec3& t : model.triangles) outer[t.x] = outer[t.y] = outer[t.z] = 1;
  std::vector<int> inner;
  for (std::size_t i = 0; i < outer.size(); ++i)
    if (!outer[i]) inner.push_back(static_cast<int>(i));
  return inner;
}

View<const float> scalars(View<const glm::vec3> vectors) {
  return {reinterpret_cast<const float*>(vectors.data), 3 * vectors.size};
}

}  // namespace

FemSystem::FemSystem(Exec& exec, const FemModel& model, const FemSettings& settings)
    : System(exec),
      settings_(settings),
      rest_m_(model.nodes_m),
      shape_{.places_m = model.nodes_m,
             .body = model.body_of_node,
             .triangles = model.triangles,
             .spheres = {},
             .filled = model.kind != ElementKind::spring},
      mean_edge_m_(static_cast<float>(mean_edge_m({model.nodes_m, model.triangles}))),
      pattern_(pattern_of_elements(model.nodes(), model.corners, model.nodes_each())),
      elements_(make_elements(exec, model)),
      positions_(exec, rest_m_),
      velocities_(exec, std::vector<glm::vec3>(rest_m_.size(), glm::vec3(0.0f))),
      rest_positions_(exec, rest_m_),
      element_forces_(exec, static_cast<int>(model.corners.size())),
      element_matrices_(exec, static_cast<int>(model.corners.size()) * model.nodes_each() * 9),
      masses_(exec, model.masses_kg),
      external_(exec, model.nodes()),
      right_(exec, model.nodes()),
      added_diagonal_(exec, model.nodes() * 3),
      held_(exec, model.nodes() * 3),
      changes_(exec, std::vector<float>(rest_m_.size() * 3, 0.0f)),
      products_(exec, model.nodes() * 3),
      filters_(exec, model.nodes()),
      contacts_(exec, std::vector<NodeContact>(rest_m_.size())),
      surface_velocities_(exec, model.nodes()),
      shown_(exec, particles_at(rest_m_, model.masses_kg)),
      previous_(exec, particles_at(rest_m_, model.masses_kg)),
      assembly_(exec, pattern_, gather_elements(pattern_, model.corners, model.nodes_each())),
      contact_springs_(exec, model),
      inner_(exec, inner_nodes_of(model)),
      skin_(exec, model.drawn, model.nodes()),
      grabber_(exec, {pattern_.first, pattern_.columns}, model) {
  parameters_ = parameters_of(settings_);
  if (elements_->with_energy() == nullptr)
    std::erase_if(parameters_, [](const Parameter& parameter) {
      return parameter.key == "material" || parameter.key == "newton_iterations";
    });
  for (int i = 0; i < model.elements(); ++i)
    body_of_element_.push_back(model.body_of_node[model.corners[i * model.nodes_each()]]);
  const Lists slots = elements_at(model.nodes(), model.corners, 1);
  slots_of_node_first_ = {exec, slots.first};
  slots_of_node_ = {exec, slots.items};
  inverted_ = {exec, 1};
  lay_out_matrix();
  counts_.particles = model.nodes();
  counts_.vertices = skin_.drawn_vertices();
  counts_.others = {{"elements", "Elements", model.elements()},
                    {"dofs", "Unknowns", matrix_.dimension()},
                    {"nnz", "Non-zeros", matrix_.statistics().nonzeros}};
  counts_.residual_help =
      "Residual at the end of a step, relative to that at its start; number of inverted elements";
  draw_list_ = make_draw_list(model);
}

void FemSystem::lay_out_matrix() {
  const SparseLayout layout = layout_named(settings_.layout, exec_->backend());
  if (laid_out_as_ == layout) return;
  matrix_ = SparseMatrix<float>(*exec_, pattern_, 3, layout);
  solver_.emplace(*exec_, matrix_, max_iterations);
  laid_out_as_ = layout;
}

CgSettings FemSystem::cg_settings() const {
  CgSettings cg;
  cg.method = settings_.cg_method == "plain"    ? CgMethod::plain
              : settings_.cg_method == "merged" ? CgMethod::merged
                                                : CgMethod::persistent;
  // Contacts are far stiffer than cloth across its surface, and act in any direction: the error
  // that a diagonal preconditioner leaves would act as spurious contact forces, hence friction.
  const bool touching_cloth =
      elements_->with_energy() == nullptr && contacts_shared_ && contact_use().takes_part();
  const bool blocks = (settings_.preconditioner == "block_jacobi" || touching_cloth) &&
                      settings_.layout != "bin_csr";
  cg.preconditioner = blocks ? Preconditioner::block_jacobi : Preconditioner::jacobi;
  cg.iterations = settings_.cg_iterations;
  cg.tolerance = settings_.cg_tolerance;
  cg.check_every = 5;
  return cg;
}

void FemSystem::archive(Archive& archive) {
  archive.state("positions", positions_);
  archive.state("velocities", velocities_, Start::zeros);
  archive.state("changes", changes_, Start::zeros);
  archive.state("contacts", contacts_, Start::zeros);
  archive.derived("shown", shown_);
  archive.derived("remembered", previous_);
  archive.scratch(rest_positions_, element_forces_, element_matrices_, slots_of_node_first_,
                  slots_of_node_, masses_);
  archive.scratch(external_, right_, added_diagonal_, held_, products_, filters_,
                  surface_velocities_);
  archive.scratch(inverted_, inner_);
  elements_->archive(archive);
  if (newton_) newton_->archive(archive);
  contact_springs_.archive(archive);
  matrix_.archive(archive);
  assembly_.archive(archive);
  solver_->archive(archive);
  skin_.archive(archive);
  grabber_.archive(archive);
}

DrawList FemSystem::make_draw_list(const FemModel& model) const {
  DrawList list;
  list.vertex_count = skin_.vertices();
  add_surface(list, model.drawn);
  list.fields = elements_->fields();
  list.fields.push_back({"displacement", "m", 0.0f, 0.5f});
  ConstraintLines edges{"elements", {}, std::vector<std::uint32_t>(model.edges.size(), 0)};
  const auto first = static_cast<unsigned>(skin_.vertex_of_particle(0));
  for (const glm::uvec2& edge : model.edges) edges.ends.push_back(edge + first);
  list.constraint_lines.push_back(std::move(edges));
  set_bounds(list, rest_m_);
  return list;
}

void FemSystem::arrived() {
  log_later_.forget();
  inverted_later_.forget();
  last_step_ms_ = 0.0;
  lay_out_matrix();
}

void FemSystem::restarted() {
  grabber_.forget(*exec_);
  loaded();
}

void FemSystem::loaded() {
  log_later_.forget();
  inverted_later_.forget();
  outcome_.reset();
  residuals_.clear();
  convergence_.clear();
}

void FemSystem::settings_changed() {
  lay_out_matrix();
  cg_ = cg_settings();
  outcome_.reset();
  EnergyElements* elements = elements_->with_energy();
  if (settings_.material != "neo_hookean" || elements == nullptr) {
    newton_.reset();
  } else if (!newton_) {
    elements->make_room(*exec_);
    newton_.emplace(*exec_, shape_.body, body_of_element_);
  }
}

void FemSystem::frame_launched() {
  look_at_outcome();
  if (!solver_->outcome_pending()) solver_->request_outcome(*exec_);
}

void FemSystem::launch_store_previous() {
  launch(*exec_, "store previous", shown_.size(), CopyParticles{shown_.view(), previous_.view()});
}

NodeSprings FemSystem::springs_of(const ContactsAhead* contacts) const {
  return contacts ? contact_springs_.lists() : NodeSprings{};
}

View<const float> FemSystem::launch_linear_solve(const ContactsAhead* contacts) {
  elements_->launch_step(*exec_, {.positions_m = readable(positions_),
                                  .velocities_m_s = readable(velocities_),
                                  .forces_N = element_forces_.view(),
                                  .matrices_kg = element_matrices_.view(),
                                  .dt_s = dt_s_,
                                  .stiffness_damping_s = settings_.stiffness_damping_s});
  assembly_.run(*exec_, "assembly", matrix_, readable(element_matrices_), 1.0f,
                readable(added_diagonal_));
  // In a linear system, an opening contact pulls: the next solve leaves out those that do.
  CgSettings cg = cg_;
  for (int k = 0; k < (contacts ? settings_.contact_solves : 1); ++k) {
    launch(*exec_, "assembly", positions_.size(),
           StepRightHandSide{.slots_of_node = slots_of_node(),
                             .forces_N = readable(element_forces_),
                             .external_N = readable(external_),
                             .masses_kg = readable(masses_),
                             .velocities_m_s = readable(velocities_),
                             .right_N_s = right_.view(),
                             .gravity_m_s2 = gravity(),
                             .mass_damping_per_s = settings_.mass_damping_per_s,
                             .dt_s = dt_s_});
    const View<const float> guess = k > 0 ? readable(changes_) : View<const float>{};
    if (contacts) contact_springs_.try_at(*exec_, *contacts, guess, true, right_.view());
    solver_->solve(*exec_, matrix_, scalars(readable(right_)), changes_.view(), cg,
                   {readable(filters_), readable(held_)}, springs_of(contacts));
    cg.warm_start = true;
  }
  return readable(changes_);
}

View<const float> FemSystem::launch_newton_solve(const ContactsAhead* contacts) {
  EnergyElements& elements = *elements_->with_energy();
  const NewtonSolve::Step step{.positions_m = readable(positions_),
                               .velocities_m_s = readable(velocities_),
                               .masses_kg = readable(masses_),
                               .external_N = readable(external_),
                               .added_diagonal_kg = readable(added_diagonal_),
                               .filters = readable(filters_),
                               .held_m_s = readable(held_),
                               .slots_of_node = slots_of_node(),
                               .element_forces_N = element_forces_.view(),
                               .element_matrices_kg = element_matrices_.view(),
                               .right_N_s = right_.view(),
                               .gravity_m_s2 = gravity(),
                               .mass_damping_per_s = settings_.mass_damping_per_s,
                               .stiffness_damping_s = settings_.stiffness_damping_s,
                               .dt_s = dt_s_,
                               .contacts = contacts ? &contact_springs_ : nullptr,
                               .ahead = contacts};
  newton_->begin(*exec_, elements, step);
  for (int i = 0; i < settings_.newton_iterations; ++i) {
    newton_->make_system(*exec_, elements, step);
    assembly_.run(*exec_, "assembly", matrix_, readable(element_matrices_), 1.0f,
                  readable(added_diagonal_));
    // Warm start: the first direction is similar to that of the previous step.
    const View<float> directions = i == 0 ? changes_.view() : newton_->directions_m_s();
    CgSettings cg = cg_;
    cg.warm_start = i == 0;
    solver_->solve(*exec_, matrix_, scalars(readable(right_)), directions, cg,
                   {readable(filters_), {}}, springs_of(contacts));
    newton_->take(*exec_, elements, step, directions);
  }
  return settings_.newton_iterations == 1 ? readable(changes_) : newton_->directions_m_s();
}

void FemSystem::launch_step(const SystemStep& step) {
  const float dt_s = dt_s_;
  const int colliders = settings_.collisions ? step.colliders.size : 0;
  const int nodes = positions_.size();
  grabber_.lead(*exec_, frames_->inputs(), readable(positions_), readable(velocities_), dt_s);
  launch(*exec_, "nodes", nodes,
         PrepareNodes{.positions_m = readable(positions_),
                      .velocities_m_s = readable(velocities_),
                      .masses_kg = readable(masses_),
                      .pinned = grabber_.pinned(),
                      .grabber = grabber_.pulls(),
                      .colliders = step.colliders.part(0, colliders),
                      .external_N = external_.view(),
                      .added_diagonal_kg = added_diagonal_.view(),
                      .filters = filters_.view(),
                      .held_m_s = held_.view(),
                      .contacts = contacts_.view(),
                      .surface_m_s = surface_velocities_.view(),
                      .distances = collider_distances(step.contacts ? step.contacts->have_faces
                                                                    : View<const int>{}),
                      .mass_damping_per_s = settings_.mass_damping_per_s,
                      .dt_s = dt_s});
  if (step.contacts)
    contact_springs_.make(*exec_, {.ahead = *step.contacts,
                                   .velocities_m_s = readable(velocities_),
                                   .masses_kg = readable(masses_),
                                   .dt_s = dt_s,
                                   .stiffness_damping_s = settings_.stiffness_damping_s});
  const View<const float> solution =
      newton_ ? launch_newton_solve(step.contacts) : launch_linear_solve(step.contacts);
  if (colliders > 0)  // for the contact impulses
    matrix_.multiply(*exec_, solution, products_.view(), springs_of(step.contacts));
  if (step.contacts)
    contact_springs_.take_impulses(*exec_, *step.contacts,
                                   newton_ ? newton_->changes_m_s() : solution,
                                   newton_ == std::nullopt);
  launch(*exec_, "nodes", nodes,
         FinishStep{.colliders = step.colliders.part(0, colliders),
                    .changes_m_s = newton_ ? newton_->changes_m_s() : solution,
                    .products_N_s = readable(products_),
                    .right_N_s = readable(right_),
                    .contacts = contacts_.view(),
                    .surface_m_s = readable(surface_velocities_),
                    .masses_kg = readable(masses_),
                    .positions_m = positions_.view(),
                    .velocities_m_s = velocities_.view(),
                    .shown = shown_.view(),
                    .not_finite = frames_->not_finite(),
                    .friction = settings_.friction,
                    .dt_s = dt_s});
}

float FemSystem::contact_distance_m() const {
  return std::min(settings_.contact_distance_m, 2.0f * mean_edge_m_);
}

ColliderDistances FemSystem::collider_distances(View<const int> have_faces) const {
  // About where the world's contacts act, which keep half the contact distance, both would rub.
  constexpr float about = 0.2f;
  const float of_world_m = 0.5f * contact_distance_m();
  const bool both_rub = std::abs(settings_.thickness_m - of_world_m) < about * of_world_m;
  return {settings_.thickness_m, both_rub ? (1.0f + about) * of_world_m : settings_.thickness_m,
          have_faces};
}

ContactUse FemSystem::contact_use() const {
  const float distance_m = contact_distance_m();
  if (!(distance_m > 0.0f)) return {};
  const PointTraits each{0.5f * distance_m, settings_.friction};
  return {std::vector<PointTraits>(rest_m_.size(), each), settings_.contact_iterations,
          settings_.contact_distance_m, settings_.collisions};
}

void FemSystem::launch_show_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", points.size,
         ShowContactNodes{readable(positions_), readable(masses_), grabber_.pinned(), points});
}

void FemSystem::launch_collide_points(const ContactStep& step) {
  if (!settings_.collisions || step.colliders.empty()) return;
  launch(*exec_, "contacts of bodies", step.particles.size,
         CollideContactNodes{.colliders = step.colliders,
                             .positions_m = readable(positions_),
                             .particles = step.particles,
                             .distances = collider_distances(step.have_faces)});
}

void FemSystem::launch_share_bodies(const ContactStep& step) {
  EnergyElements* elements = elements_->with_energy();
  if (elements == nullptr) return;
  const View<int> shares = step.requests.shares, next_shares = step.requests.next_shares;
  if (step.sharing.number == 0)
    launch(*exec_, hold_label, inner_.size(),
           FreeInnerNodes{readable(inner_), shares, next_shares});
  for (int round = 0; round < rounds_of_holding_elements(step.sharing.number); ++round) {
    elements->launch_hold(*exec_, {step.starts, step.particles, shares}, next_shares,
                          step.sharing.if_lowered);
    launch_only_if(*exec_, hold_label, step.sharing.if_lowered, shares.size,
                   TakeNodeShares{next_shares, shares});
  }
}

void FemSystem::launch_take_points(const ContactStep& step) {
  if (elements_->with_energy() != nullptr)
    launch(*exec_, hold_label, inner_.size(),
           HoldInnerNodes{readable(inner_), step.starts, step.requests.shares, step.particles,
                          step.requests.state});
  launch(*exec_, "contacts of bodies", step.particles.size,
         TakeContactNodes{.starts = step.starts,
                          .before = step.before,
                          .particles = step.particles,
                          .positions_m = positions_.view(),
                          .velocities_m_s = velocities_.view(),
                          .shown = shown_.view(),
                          .dt_s = step.dt_s});
}

void FemSystem::publish(const SystemPublish& request) {
  if (request.field == static_cast<int>(draw_list_.fields.size()) - 1)
    launch(*exec_, "publish", positions_.size(),
           MeasureDisplacement{readable(positions_), readable(rest_positions_), skin_.values()});
  else if (request.field >= 0)
    elements_->measure(*exec_,
                       {request.field, slots_of_node(), readable(positions_), skin_.values()});
  const bool blended = request.blend < 1.0f;
  skin_.publish(*exec_, {.current = shown_.view(),
                         .previous = previous_.view().part(0, blended ? previous_.size() : 0),
                         .blend = request.blend,
                         .measured = request.field >= 0,
                         .not_finite = request.not_finite,
                         .out = request.vertices});
}

Incidence FemSystem::slots_of_node() const {
  return {slots_of_node_first_.view(), slots_of_node_.view()};
}

glm::vec3 FemSystem::grab(int vertex, const glm::vec3*) {
  frames_->forget_frames();
  return grabber_.grab(*exec_, positions_, vertex, skin_.attachment(vertex));
}

void FemSystem::release(bool pin, glm::vec3 target_m) {
  frames_->forget_frames();
  grabber_.release(*exec_, pin, target_m);
}

void FemSystem::clear_pins() {
  frames_->forget_frames();
  grabber_.clear_pins(*exec_);
}

const std::map<std::string, double>& FemSystem::residuals() {
  convergence();
  return residuals_;
}

void FemSystem::request_convergence(const SystemStep&) {
  if (EnergyElements* elements = elements_->with_energy(); elements && !inverted_later_.pending()) {
    inverted_.zero(*exec_);
    elements->launch_count_inverted(*exec_, readable(positions_), inverted_.view());
    inverted_later_.request(*exec_, readable(inverted_));
  }
  if (log_later_.pending()) return;
  logged_iterations_ = settings_.cg_iterations;
  log_later_.request(*exec_, {reinterpret_cast<const CgLog*>(solver_->log_view().data), 1});
}

const std::vector<ConvergenceCurve>& FemSystem::convergence() {
  look_at_outcome();
  if (const auto inverted = inverted_later_.poll()) residuals_["inverted"] = *inverted;
  const auto log = log_later_.poll();
  if (!log) return convergence_;
  ConvergenceCurve curve{
      "residual", "sqrt(J)", {}, 1, last_step_ms_ / std::max(logged_iterations_, 1)};
  for (int k = 0; k <= logged_iterations_; ++k) {
    curve.residual.push_back(std::sqrt(std::max(log->at[k].delta, 0.0)));
    if (log->at[k].status != CgStatus::running) break;
  }
  const double first = curve.residual.front();
  residuals_["residual"] = first > 0.0 ? curve.residual.back() / first : 0.0;
  convergence_ = {std::move(curve)};
  return convergence_;
}

std::vector<IterationCount> FemSystem::iterations_now() const {
  // Fewer than the setting with a tolerance or after a breakdown.
  return {{"conjugate gradients", outcome_ ? outcome_->iterations : settings_.cg_iterations,
           "cg_iterations"}};
}

void FemSystem::look_at_outcome() {
  if (const std::optional<CgEntry> outcome = solver_->poll_outcome()) outcome_ = outcome;
}

std::string FemSystem::trouble() {
  look_at_outcome();
  const std::string broken = outcome_ ? breakdown_of(*outcome_) : "";
  return broken.empty() ? grabber_.notice() : broken;
}

FemEquations FemSystem::equations() const {
  FemEquations result{matrix_.download(*exec_, pattern_), {}};
  for (const glm::vec3& row : right_.download(*exec_))
    result.right_N_s.insert(result.right_N_s.end(), {row.x, row.y, row.z});
  return result;
}

std::vector<glm::vec3> FemSystem::positions_m() { return positions_.download(*exec_); }

}  // namespace limber
