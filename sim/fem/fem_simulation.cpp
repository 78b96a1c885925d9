// Weber, Bender, Schnoes, Stork, Fellner, "Efficient GPU data structures and methods to solve
// sparse linear systems in dynamics applications" (2013), section 4.1.

#include "sim/fem/fem_simulation.h"

#include <algorithm>
#include <cmath>

#include "kernels/fem/corotate.h"
#include "kernels/launch.h"
#include "sim/state_hash.h"

namespace limber {

namespace {

constexpr float hand_per_s = 25.0f;   // settles within two tenths of a second
constexpr float hand_limit_m = 0.5f;  // a flick of the mouse, not an explosion
constexpr int hand_rings = 2;         // of elements around the node

template <int N>
std::vector<int> corners_of(const std::vector<ElementNodes<N>>& elements) {
  std::vector<int> corners;
  corners.reserve(elements.size() * N);
  for (const ElementNodes<N>& element : elements)
    corners.insert(corners.end(), element.at, element.at + N);
  return corners;
}

std::vector<Particle> particles_of(const std::vector<glm::vec3>& positions_m,
                                   const std::vector<float>& masses_kg) {
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < positions_m.size(); ++i)
    particles.push_back({positions_m[i], 1.0f / masses_kg[i]});
  return particles;
}

SparseLayout layout_named(const std::string& name) {
  if (name == "bin_csr") return SparseLayout::bin_csr;
  return name == "bin_bcsr" ? SparseLayout::bin_bcsr : SparseLayout::block_sell;
}

View<const float> scalars(View<const glm::vec3> vectors) {
  return {reinterpret_cast<const float*>(vectors.data), 3 * vectors.size};
}

template <class T>
View<const T> readable(const Buffer<T>& buffer) {
  return buffer.view();
}

}  // namespace

template <int N>
FemSimulation<N>::FemSimulation(Exec& exec, const FemModel<N>& model, const FemSettings& settings)
    : exec_(&exec),
      settings_(settings),
      parameters_(parameters_of(settings_)),
      rest_m_(model.mesh.nodes_m),
      body_of_node_(model.body_of_node),
      elements_(exec, model.mesh.elements),
      rest_(exec, model.data.rest),
      turned_(exec, model.data.rest),
      rotations_(exec, std::vector<Quaternion>(model.data.rest.size(), no_rotation)),
      positions_(exec, rest_m_),
      velocities_(exec, std::vector<glm::vec3>(rest_m_.size(), glm::vec3(0.0f))),
      rest_positions_(exec, rest_m_),
      element_forces_(exec, static_cast<int>(model.mesh.elements.size()) * N),
      element_matrices_(exec, static_cast<int>(model.mesh.elements.size()) * N * N * 9),
      masses_(exec, model.data.node_masses_kg),
      pinned_(exec, model.pinned),
      holds_(exec, std::vector<NodeHold>(rest_m_.size(), NodeHold{})),
      external_(exec, static_cast<int>(rest_m_.size())),
      right_(exec, static_cast<int>(rest_m_.size())),
      added_diagonal_(exec, static_cast<int>(rest_m_.size()) * 3),
      held_(exec, static_cast<int>(rest_m_.size()) * 3),
      changes_(exec, std::vector<float>(rest_m_.size() * 3, 0.0f)),
      products_(exec, static_cast<int>(rest_m_.size()) * 3),
      filters_(exec, static_cast<int>(rest_m_.size())),
      contacts_(exec, static_cast<int>(rest_m_.size())),
      shown_(exec, particles_of(rest_m_, model.data.node_masses_kg)),
      remembered_(exec, particles_of(rest_m_, model.data.node_masses_kg)),
      element_measures_(exec, static_cast<int>(model.mesh.elements.size())),
      node_measures_(exec, static_cast<int>(rest_m_.size())),
      colliders_(exec, model.colliders),
      inputs_(exec, std::vector<FrameInputs>(1)),
      not_finite_(exec, std::vector<int>{0}),
      skin_(exec, model.drawn, static_cast<int>(rest_m_.size())),
      pinned_by_scene_(model.pinned),
      pinned_nodes_(model.pinned),
      host_holds_(rest_m_.size()) {
  const int n = static_cast<int>(rest_m_.size());
  const std::vector<int> corners = corners_of(model.mesh.elements);
  const Lists slots = elements_at(n, corners, 1);
  slots_of_node_first_ = {exec, slots.first};
  slots_of_node_ = {exec, slots.items};
  pattern_ = pattern_of_elements(n, corners, N);
  gather_ = gather_elements(pattern_, corners, N);
  neighbors_ = {pattern_.first, pattern_.columns};
  assembly_ = {exec, pattern_, gather_};
  for (int i = 0; i < n; ++i) {
    const auto body = static_cast<std::size_t>(body_of_node_[i]);
    if (body >= body_mass_kg_.size()) body_mass_kg_.resize(body + 1, 0.0f);
    body_mass_kg_[body] += model.data.node_masses_kg[i];
  }
  lay_out_matrix();
  counts_.particles = n;
  counts_.vertices = skin_.drawn_vertices();
  counts_.elements = static_cast<int>(model.mesh.elements.size());
  counts_.dofs = matrix_.dimension();
  counts_.nonzeros = matrix_.statistics().nonzeros;
  draw_list_ = make_draw_list(model);
}

template <int N>
FemSimulation<N>::~FemSimulation() {
  try {
    forget_frames();
  } catch (const std::exception&) {
    // The device is gone; there is nothing left to wait for.
  }
}

template <int N>
void FemSimulation<N>::lay_out_matrix() {
  if (laid_out_as_ == settings_.layout) return;
  matrix_ = SparseMatrix<float>(*exec_, pattern_, 3, layout_named(settings_.layout));
  solver_.emplace(*exec_, matrix_, most_iterations);
  laid_out_as_ = settings_.layout;
}

template <int N>
CgSettings FemSimulation<N>::cg_settings() const {
  CgSettings cg;
  cg.method = settings_.cg_method == "plain"    ? CgMethod::plain
              : settings_.cg_method == "merged" ? CgMethod::merged
                                                : CgMethod::persistent;
  const bool blocks = settings_.preconditioner == "block_jacobi" && settings_.layout != "bin_csr";
  cg.preconditioner = blocks ? Preconditioner::block_jacobi : Preconditioner::jacobi;
  cg.iterations = settings_.cg_iterations;
  cg.tolerance = settings_.cg_tolerance;
  cg.check_every = 5;
  return cg;
}

template <int N>
template <class Visit>
void FemSimulation<N>::for_each_buffer(const Visit& visit) {
  visit(elements_);
  visit(rest_);
  visit(turned_);
  visit(rotations_);
  visit(positions_);
  visit(velocities_);
  visit(rest_positions_);
  visit(element_forces_);
  visit(element_matrices_);
  visit(slots_of_node_first_);
  visit(slots_of_node_);
  visit(masses_);
  visit(pinned_);
  visit(holds_);
  visit(external_);
  visit(right_);
  visit(added_diagonal_);
  visit(held_);
  visit(changes_);
  visit(products_);
  visit(filters_);
  visit(contacts_);
  visit(shown_);
  visit(remembered_);
  visit(element_measures_);
  visit(node_measures_);
  visit(colliders_);
  visit(inputs_);
  visit(not_finite_);
  visit(matrix_);
  visit(assembly_);
  visit(*solver_);
  visit(skin_);
}

template <int N>
DrawList FemSimulation<N>::make_draw_list(const FemModel<N>& model) const {
  DrawList list;
  list.vertex_count = skin_.vertices();
  list.triangles = model.drawn.triangles;
  list.parts = model.drawn.parts;
  list.scenery = model.scenery;
  list.fields = {{"stress", "kPa, von Mises", 0.0f, 20.0f},
                 {"rotation", "rad", 0.0f, 1.5f},
                 {"displacement", "m", 0.0f, 0.5f}};
  ConstraintLines edges{"elements", {}, {}};
  const int first = skin_.vertex_of_particle(0);
  for (int row = 0; row < pattern_.rows(); ++row)
    for (int k = pattern_.first[row]; k < pattern_.first[row + 1]; ++k)
      if (pattern_.columns[k] > row && (N == 4 || row < model.mesh.corners)) {
        edges.ends.emplace_back(first + row, first + pattern_.columns[k]);
        edges.colors.push_back(0);
      }
  list.constraint_lines.push_back(std::move(edges));
  for (const Collider& collider : model.colliders) {
    if (collider.shape != ColliderShape::ground) continue;
    list.ground = true;
    list.ground_height_m = collider.center_m.y;
  }
  list.bounds_min_m = glm::vec3(INFINITY);
  list.bounds_max_m = glm::vec3(-INFINITY);
  for (const glm::vec3& x : rest_m_) {
    list.bounds_min_m = glm::min(list.bounds_min_m, x);
    list.bounds_max_m = glm::max(list.bounds_max_m, x);
  }
  return list;
}

template <int N>
void FemSimulation<N>::forget_frames() {
  exec_->synchronize();
  graphs_.clear();
}

template <int N>
void FemSimulation<N>::forget_readbacks() {
  not_finite_later_.forget();
  log_later_.forget();
}

template <int N>
void FemSimulation<N>::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  finite();
  convergence();
  forget_frames();
  try {
    for_each_buffer([&](auto& buffer) { buffer.move(*exec_, exec); });
  } catch (...) {
    // The other side is full: what has moved comes back, the rest is still here.
    for_each_buffer([&](auto& buffer) { buffer.move(exec, *exec_); });
    throw;
  }
  forget_readbacks();
  timer_.forget();
  last_step_ms_ = 0.0;
  exec_ = &exec;
}

template <int N>
void FemSimulation<N>::reset() {
  forget_frames();
  positions_.upload(*exec_, rest_m_);
  velocities_.zero(*exec_);
  changes_.zero(*exec_);
  rotations_.upload(*exec_, std::vector<Quaternion>(rotations_.size(), no_rotation));
  std::vector<Particle> start = shown_.download(*exec_);
  for (std::size_t i = 0; i < start.size(); ++i) start[i].position_m = rest_m_[i];
  shown_.upload(*exec_, start);
  remembered_.upload(*exec_, start);
  not_finite_.zero(*exec_);
  host_holds_.assign(host_holds_.size(), NodeHold{});
  pinned_nodes_ = pinned_by_scene_;
  upload_holds();
  grabbed_vertex_ = -1;
  pinned_vertices_.clear();
  pinned_with_vertex_.clear();
  forget_readbacks();
  residuals_.clear();
  convergence_.clear();
  finite_ = true;
  time_s_ = 0.0;
}

template <int N>
void FemSimulation<N>::parameters_changed() {
  forget_frames();
  lay_out_matrix();
  iterations_done_.reset();
}

template <int N>
void FemSimulation<N>::advance(const FrameRequest& request) {
  // A graph holds a few steps; frames of many steps replay it several times.
  constexpr int most_steps = 8;
  for (int left = request.steps; left > 0; left -= most_steps)
    run_steps(std::min(left, most_steps), left <= most_steps && request.blend < 1.0f);
  if (request.steps > 0 && finite() && !not_finite_later_.pending())
    not_finite_later_.request(*exec_, not_finite_.view());
  if (!request.publish.empty()) publish(request);
}

template <int N>
void FemSimulation<N>::run_steps(int steps, bool remember) {
  const FrameInputs inputs{static_cast<float>(time_s_), grab_target_m_};
  inputs_.upload(*exec_, {&inputs, 1});
  const std::uint64_t key = static_cast<std::uint64_t>(steps) << 1 | static_cast<int>(remember);
  const auto record = [&] {
    for (int step = 0; step < steps; ++step) {
      if (remember && step == steps - 1)
        launch(*exec_, "remember", shown_.size(), Remember{shown_.view(), remembered_.view()});
      launch_step();
    }
  };
  graphs_.prepare(*exec_, key, record);
  timer_.start(*exec_, steps);
  graphs_.run(*exec_, key, record);
  timer_.stop(*exec_);
  time_s_ += steps * dt_s();
}

template <int N>
void FemSimulation<N>::launch_step() {
  const float dt_s = settings_.dt_s;
  const int colliders = settings_.collisions ? colliders_.size() : 0;
  const int nodes = positions_.size(), elements = elements_.size();
  const Incidence slots{slots_of_node_first_.view(), slots_of_node_.view()};
  launch(*exec_, "nodes", nodes,
         PrepareNodes{.positions_m = readable(positions_),
                      .velocities_m_s = readable(velocities_),
                      .masses_kg = readable(masses_),
                      .pinned = readable(pinned_),
                      .holds = readable(holds_),
                      .inputs = readable(inputs_),
                      .colliders = readable(colliders_).part(0, colliders),
                      .external_N = external_.view(),
                      .added_diagonal_kg = added_diagonal_.view(),
                      .filters = filters_.view(),
                      .held_m_s = held_.view(),
                      .contacts = contacts_.view(),
                      .hand_per_s = hand_per_s,
                      .hand_limit_m = hand_limit_m,
                      .thickness_m = settings_.thickness_m,
                      .mass_damping_per_s = settings_.mass_damping_per_s,
                      .dt_s = dt_s});
  launch(*exec_, "elements", elements,
         ElementForces<N>{.nodes = readable(elements_),
                          .rest = readable(rest_),
                          .positions_m = readable(positions_),
                          .velocities_m_s = readable(velocities_),
                          .rotations = rotations_.view(),
                          .turned = turned_.view(),
                          .forces_N = element_forces_.view(),
                          .lookahead_s = dt_s + settings_.stiffness_damping_s});
  launch(
      *exec_, "elements", elements * pairs_of_nodes<N>,
      ElementMatrices<N>{{readable(turned_), dt_s * (dt_s + settings_.stiffness_damping_s), 0.0f},
                         element_matrices_.view()});
  launch(*exec_, "assembly", nodes,
         StepRightHandSide{.slots_of_node = slots,
                           .forces_N = readable(element_forces_),
                           .external_N = readable(external_),
                           .masses_kg = readable(masses_),
                           .velocities_m_s = readable(velocities_),
                           .right_N_s = right_.view(),
                           .gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f},
                           .mass_damping_per_s = settings_.mass_damping_per_s,
                           .dt_s = dt_s});
  assembly_.run(*exec_, "assembly", matrix_, readable(element_matrices_), 1.0f,
                readable(added_diagonal_));
  solver_->solve(*exec_, matrix_, scalars(readable(right_)), changes_.view(), cg_settings(),
                 {readable(filters_), readable(held_)});
  matrix_.multiply(*exec_, readable(changes_), products_.view());
  launch(*exec_, "nodes", nodes,
         FinishStep{.changes_m_s = readable(changes_),
                    .products_N_s = readable(products_),
                    .right_N_s = readable(right_),
                    .contacts = readable(contacts_),
                    .masses_kg = readable(masses_),
                    .positions_m = positions_.view(),
                    .velocities_m_s = velocities_.view(),
                    .shown = shown_.view(),
                    .not_finite = not_finite_.view(),
                    .friction = settings_.friction,
                    .dt_s = dt_s});
}

template <int N>
void FemSimulation<N>::publish(const FrameRequest& request) {
  if (request.field >= 0) {
    const Incidence slots{slots_of_node_first_.view(), slots_of_node_.view()};
    launch(*exec_, "publish", elements_.size(),
           MeasureElements<N>{readable(elements_), readable(turned_), readable(rotations_),
                              readable(positions_), element_measures_.view()});
    launch(*exec_, "publish", positions_.size(),
           MeasureNodes<N>{slots, readable(element_measures_), readable(positions_),
                           readable(rest_positions_), node_measures_.view()});
    launch(*exec_, "publish", positions_.size(),
           PickMeasure{readable(node_measures_), request.field, skin_.values()});
  }
  const bool blended = request.blend < 1.0f;
  skin_.publish(*exec_, {.current = shown_.view(),
                         .remembered = remembered_.view().part(0, blended ? remembered_.size() : 0),
                         .blend = request.blend,
                         .measured = request.field >= 0,
                         .not_finite = readable(not_finite_),
                         .out = request.publish});
}

template <int N>
void FemSimulation<N>::upload_holds() {
  holds_.upload(*exec_, host_holds_);
  pinned_.upload(*exec_, pinned_nodes_);
  exec_->synchronize();
}

template <int N>
void FemSimulation<N>::grab(int vertex) {
  release(false);
  const std::vector<Particle> now = shown_.download(*exec_);
  const glm::vec3 at_m = skin_.position_m(vertex, now);
  const int center = skin_.particle_of_vertex(vertex);
  grabbed_nodes_.clear();
  for (const int node : within_rings(neighbors_, center, hand_rings))
    if (pinned_by_scene_[node] == 0) grabbed_nodes_.push_back(node);
  // A pin of the user's goes as a whole: half of one would hold as fast as all of it.
  for (std::size_t i = pinned_with_vertex_.size(); i-- > 0;) {
    const std::vector<int>& held = pinned_with_vertex_[i];
    if (std::find_first_of(held.begin(), held.end(), grabbed_nodes_.begin(),
                           grabbed_nodes_.end()) == held.end())
      continue;
    for (const int node : held) pinned_nodes_[node] = 0;
    pinned_with_vertex_.erase(pinned_with_vertex_.begin() + static_cast<std::ptrdiff_t>(i));
    pinned_vertices_.erase(pinned_vertices_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const float stiffness_N_m = body_mass_kg_[body_of_node_[center]] * hand_per_s * hand_per_s /
                              static_cast<float>(std::max<std::size_t>(grabbed_nodes_.size(), 1));
  for (const int node : grabbed_nodes_)
    host_holds_[node] = {now[node].position_m - at_m, stiffness_N_m};
  upload_holds();
  grabbed_vertex_ = vertex;
  grab_target_m_ = at_m;
}

template <int N>
void FemSimulation<N>::release(bool pin) {
  if (grabbed_vertex_ < 0) return;
  exec_->synchronize();
  for (const int node : grabbed_nodes_) {
    host_holds_[node] = {};
    if (pin) pinned_nodes_[node] = 1;
  }
  if (pin) {
    pinned_vertices_.push_back(grabbed_vertex_);
    pinned_with_vertex_.push_back(grabbed_nodes_);
  }
  upload_holds();
  grabbed_vertex_ = -1;
}

template <int N>
bool FemSimulation<N>::finite() {
  if (const auto raised = not_finite_later_.poll(); raised && *raised != 0) finite_ = false;
  return finite_;
}

template <int N>
bool FemSimulation<N>::finite_now() {
  if (!finite()) return false;
  not_finite_later_.request(*exec_, not_finite_.view());
  exec_->synchronize();
  return finite();
}

template <int N>
void FemSimulation<N>::request_residuals() {
  request_convergence();
}

template <int N>
const std::map<std::string, double>& FemSimulation<N>::residuals() {
  convergence();
  return residuals_;
}

template <int N>
void FemSimulation<N>::request_convergence() {
  if (log_later_.pending()) return;
  logged_iterations_ = settings_.cg_iterations;
  log_later_.request(*exec_, {reinterpret_cast<const CgLog*>(solver_->log_view().data), 1});
}

template <int N>
const std::vector<ConvergenceCurve>& FemSimulation<N>::convergence() {
  const auto log = log_later_.poll();
  if (!log) return convergence_;
  ConvergenceCurve curve{
      "residual", "sqrt(J)", {}, 1, last_step_ms_ / std::max(logged_iterations_, 1)};
  for (int k = 0; k <= logged_iterations_; ++k) {
    curve.residual.push_back(std::sqrt(std::max(log->at[k].delta, 0.0)));
    iterations_done_ = log->at[k].iterations;
    if (log->at[k].status != CgStatus::running) break;
  }
  const double first = curve.residual.front();
  residuals_["residual"] = first > 0.0 ? curve.residual.back() / first : 0.0;
  convergence_ = {std::move(curve)};
  return convergence_;
}

template <int N>
std::vector<IterationCount> FemSimulation<N>::iterations_now() const {
  // With a tolerance there may be fewer, as the newest curve tells.
  return {{"conjugate gradients", iterations_done_.value_or(settings_.cg_iterations)}};
}

template <int N>
std::optional<StepTime> FemSimulation<N>::poll_step_time() {
  const std::optional<StepTime> time = timer_.poll();
  if (time) last_step_ms_ = time->ms / time->steps;
  return time;
}

template <int N>
void FemSimulation<N>::set_profiling(bool on) {
  exec_->synchronize();
  graphs_.set_profiling(on);
}

template <int N>
std::vector<glm::vec3> FemSimulation<N>::positions_m() {
  return positions_.download(*exec_);
}

template <int N>
std::uint64_t FemSimulation<N>::state_hash() {
  StateHash hash;
  hash.add(positions_.download(*exec_));
  hash.add(velocities_.download(*exec_));
  return hash.value();
}

template class FemSimulation<4>;
template class FemSimulation<10>;

}  // namespace limber
