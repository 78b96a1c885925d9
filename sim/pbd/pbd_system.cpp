// [Fratarcangeli14] and [Fratarcangeli13]; substeps: [Macklin19].

#include "sim/pbd/pbd_system.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <ranges>
#include <span>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "kernels/pbd/collide.h"
#include "kernels/pbd/contact_points.h"
#include "kernels/pbd/publish.h"
#include "sim/contact/round_contacts.h"
#include "sim/draw_list.h"
#include "sim/mesh/topology.h"
#include "sim/pbd/cloth_cut.h"

namespace limber {

namespace {

/// Layers of cloth need the full warm start: each carries those above it with few iterations.
float warm_start_of(const ContactShape& shape) {
  return shape.filled ? warm_start_of_bodies : 1.0f;
}

float mean_of(const std::vector<float>& values) {
  double sum = 0.0;
  for (float value : values) sum += value;
  return values.empty() ? 0.0f : static_cast<float>(sum / static_cast<double>(values.size()));
}

std::vector<Particle> particles_at_start(const PbdModel& model) {
  std::vector<Particle> particles = model.particles;
  for (std::size_t i = 0; i < model.start_m.size(); ++i) particles[i].position_m = model.start_m[i];
  return particles;
}

ContactShape contact_shape_of(const PbdModel& model) {
  ContactShape shape{.places_m = {},
                     .body = model.body_of_particle,
                     .triangles = model.triangles,
                     .spheres = {},
                     .filled = !model.volume.corners.empty(),
                     .points_wait = true};
  for (const Particle& p : model.particles) shape.places_m.push_back(p.position_m);
  return shape;
}

const char* unit_of(const std::string& type) {
  if (type == "volume") return "m3";
  return type == "dihedral" ? "rad" : "m";
}

}  // namespace

PbdSystem::PbdSystem(Exec& exec, const PbdModel& model, const PbdSettings& settings)
    : System(exec),
      settings_(settings),
      initial_(particles_at_start(model)),
      mean_edge_m_(mean_of(model.stretch.rest)),
      positions_(exec, initial_),
      previous_(exec, initial_),
      trial_(exec, initial_),
      triangles_(exec, model.triangles),
      moved_pins_(exec, model.moved_pins),
      pin_paths_(exec, model.pin_paths),
      pin_keys_(exec, model.pin_keys),
      constraints_(exec, model),
      shape_(contact_shape_of(model)),
      skin_(exec, model.drawn, static_cast<int>(model.particles.size())),
      sums_(exec, std::vector<ResidualSums>(1)),
      trace_(exec, std::vector<Trace>(1)),
      grabber_(exec, model.particles, model.body_of_particle, constraints_.edges()),
      can_be_cut_(model.volume.corners.empty() && !model.triangles.empty() &&
                  model.drawn.triangles.size() == model.triangles.size()) {
  parameters_ = parameters_of(settings_);
  const int n = static_cast<int>(model.particles.size());
  const Lists triangles_at = triangles_at_vertices(n, model.triangles);
  triangles_of_vertex_first_ = {exec, triangles_at.first};
  triangles_of_vertex_ = {exec, triangles_at.items};
  counts_.particles = n;
  counts_.vertices = skin_.drawn_vertices();
  counts_.constraints = constraints_.counts();
  counts_.residual_help =
      "Root mean square of the constraint errors; number of points that contacts held back";
  draw_list_ = make_draw_list(model);
}

void PbdSystem::archive(Archive& archive) {
  archive.state("positions", positions_);
  archive.derived("remembered", previous_);
  archive.scratch(trial_);
  archive.scratch(triangles_, triangles_of_vertex_first_, triangles_of_vertex_, sums_, trace_);
  archive.scratch(moved_pins_, pin_paths_, pin_keys_);
  constraints_.archive(archive);
  archive.host("substep", used_substep_s_);
  archive.host("time that contacts were not checked", unwatched_s_);
  if (contacts_) contacts_->archive(archive);
  skin_.archive(archive);
  grabber_.archive(archive);
  if (!can_be_cut_) return;
  archive.layout(
      name_of_cuts,
      [this] {
        const auto bytes = std::as_bytes(std::span(cut_));
        return std::vector<std::byte>(bytes.begin(), bytes.end());
      },
      [](const Exec&, std::span<const std::byte>) {});  // the world has already set the cuts
}

DrawList PbdSystem::make_draw_list(const PbdModel& model) const {
  DrawList list;
  list.vertex_count = skin_.vertices();
  add_surface(list, model.drawn);
  list.constraint_lines = constraints_.lines(skin_.vertex_of_particle(0));
  list.fields = {{"strain", "of an edge's length", -0.02f, 0.1f}, {"speed", "m/s", 0.0f, 5.0f}};
  std::vector<Particle> all = initial_;
  all.insert(all.end(), model.particles.begin(), model.particles.end());
  set_bounds(list, all | std::views::transform(&Particle::position_m));
  return list;
}

// ---- Cuts ----

int PbdSystem::cut(const std::vector<CutStroke>& strokes) {
  if (!can_be_cut_) return 0;
  const std::vector<glm::uvec3>& all = uncut_ ? uncut_->triangles : shape_.triangles;
  const std::vector<int> under =
      triangles_under(strokes, positions_.current().download(*exec_), all);
  std::vector<int> together;
  std::ranges::set_union(cut_, under, std::back_inserter(together));
  const auto more = static_cast<int>(together.size() - cut_.size());
  if (more > 0) set_cut_triangles(together);
  return more;
}

void PbdSystem::keep_uncut() {
  uncut_.emplace();
  uncut_->particles = initial_;
  uncut_->triangles = shape_.triangles;
  uncut_->drawn.triangles = draw_list_.triangles;
  uncut_->drawn.parts = draw_list_.parts;
  constraints_.list(*uncut_);
}

/// Rebuilds everything that depends on the triangles.
void PbdSystem::set_cut_triangles(const std::vector<int>& triangles) {
  if (triangles == cut_) return;
  const auto all = static_cast<int>((uncut_ ? uncut_->triangles : shape_.triangles).size());
  if (!can_be_cut_ ||
      std::ranges::adjacent_find(triangles, std::greater_equal{}) != triangles.end() ||
      (!triangles.empty() && (triangles.front() < 0 || triangles.back() >= all)))
    throw Error(ExitCode::bad_input,
                "the state belongs to another scene or version: its cuts differ");
  if (!uncut_) keep_uncut();
  frames_->forget_frames();
  exec_->synchronize();
  const PbdModel left = without_triangles(*uncut_, triangles);
  cut_ = triangles;
  shape_.triangles = left.triangles;
  triangles_ = {*exec_, left.triangles};
  const Lists triangles_at = triangles_at_vertices(counts_.particles, left.triangles);
  triangles_of_vertex_first_ = {*exec_, triangles_at.first};
  triangles_of_vertex_ = {*exec_, triangles_at.items};
  constraints_ = ConstraintSystem(*exec_, left);
  if (const ContactUse use = contact_use(); contacts_ && use.takes_part())
    contacts_.emplace(*exec_, shape_, use.traits);
  else
    contacts_.reset();
  skin_.set_triangles(*exec_, left.drawn.triangles);
  grabber_.set_edges(constraints_.edges());
  counts_.constraints = constraints_.counts();
  draw_list_.triangles = left.drawn.triangles;
  draw_list_.parts = left.drawn.parts;
  draw_list_.constraint_lines = constraints_.lines(skin_.vertex_of_particle(0));
  loaded();
}

void PbdSystem::forget_readbacks() {
  sums_later_.forget();
  trace_later_.forget();
}

void PbdSystem::leave() {
  residuals();
  convergence();
}

void PbdSystem::arrived() {
  forget_readbacks();
  iterations_in_budget_.reset();
  ms_per_iteration_ = 0.0;
}

void PbdSystem::restarted() {
  if (contacts_) contacts_->forget();
  loaded();
  grabber_.forget();
}

void PbdSystem::loaded() {
  forget_readbacks();
  residuals_.clear();
  convergence_.clear();
}

void PbdSystem::settings_changed() {
  method_ = method_named(settings_.method);
  iterations_in_budget_.reset();
  if (meets() && !contacts_)
    contacts_.emplace(*exec_, shape_, contact_use().traits);
  else if (meets())
    contacts_->set_traits(*exec_, contact_use().traits);
  const float before_s = std::exchange(used_substep_s_, substep_s());
  const float ratio = before_s > 0.0f ? used_substep_s_ / before_s : 1.0f;
  if (ratio != 1.0f)
    launch(*exec_, "time step", positions_.current().size(),
           RescaleVelocity{positions_.current().view(), positions_.next().view(), ratio});
}

int PbdSystem::iterations() const {
  if (is_xpbd()) return 1;
  return settings_.step_budget_ms > 0.0f ? iterations_in_budget_.value_or(settings_.iterations)
                                         : settings_.iterations;
}

void PbdSystem::launch_store_previous() {
  launch(*exec_, "store previous", previous_.size(),
         CopyParticles{positions_.at(recorded_parity_).view(), previous_.view()});
}

void PbdSystem::launch_step(const SystemStep& step) {
  holds_colliders_ = step.round != nullptr;
  for (int k = 0; k < substeps(); ++k, ++recorded_parity_) {
    const View<Particle> before = positions_.at(recorded_parity_).view();
    const View<Particle> particles = positions_.at(recorded_parity_ + 1).view();
    grabber_.lead(*exec_, frames_->inputs(), before, particles, substep_s());
    const double time_in_frame_s = step.time_in_frame_s + static_cast<double>(substep_s()) * k;
    predict(before, particles, time_in_frame_s);
    launch(*exec_, "predict", moved_pins_.size(),
           MovePins{.pins = readable(moved_pins_),
                    .paths = readable(pin_paths_),
                    .keys = readable(pin_keys_),
                    .inputs = frames_->inputs(),
                    .particles = particles,
                    .time_in_frame_s = time_in_frame_s + substep_s()});
    const SurfaceContacts::Substep substep{before, particles, substep_s(), warm_start_of(shape_)};
    solve(substep, step.colliders);
    collide(before, particles, step.colliders, substep_s());
    if (!meets()) continue;
    if (step.round)
      step.round->choose_shares(*exec_, *contacts_, substep, settings_.thickness_m,
                                step.last && k + 1 == substeps());
    else
      contacts_->choose_shares(*exec_, substep);
    contacts_->hold_back(*exec_, substep, contacts_->all());
  }
}

void PbdSystem::predict(View<Particle> before, View<Particle> particles, double time_in_frame_s) {
  const float dt_s = substep_s();
  launch(*exec_, "predict", particles.size,
         Predict{.current = before,
                 .next = particles,
                 .triangles_of_vertex = {triangles_of_vertex_first_.view(),
                                         triangles_of_vertex_.view()},
                 .triangles = std::as_const(triangles_).view(),
                 .inputs = frames_->inputs(),
                 .wind = {settings_.wind_m_s, settings_.gustiness, settings_.air_kg_m3},
                 .gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f},
                 .dt_s = dt_s,
                 .time_in_frame_s = time_in_frame_s,
                 .kept = std::exp(-settings_.damping_per_s * dt_s)});
  grabber_.hold(*exec_, before, particles, true, dt_s);
}

void PbdSystem::solve(const SurfaceContacts::Substep& substep, View<const Collider> colliders) {
  const int all = iterations();
  if (!meets()) {
    constrain(substep.before, substep.particles, all);
    return;
  }
  contacts_->begin(*exec_, substep);
  contacts_->move_points(*exec_, substep, contacts_->all());
  const int touching = std::min(settings_.contact_iterations, all);
  constrain(substep.before, substep.particles, all - touching);
  for (int i = 0; i < touching; ++i) {
    constrain(substep.before, substep.particles, 1);
    collide(substep.before, substep.particles, colliders, substep.dt_s);
    // No over-relaxation in the last iteration: points that the constraints have just brought into
    // contact must stop, not bounce.
    contacts_->solve(*exec_, substep, i + 1 < touching ? over_relaxed : not_over_relaxed);
    contacts_->move_points(*exec_, substep, contacts_->all());
  }
}

/// Alternates iterations with the grab's constraint, in four pieces only: a body solved as a
/// cluster must stay in its thread block for several iterations.
void PbdSystem::constrain(View<Particle> before, View<Particle> particles, int iterations) {
  const int pieces = grabber_.empty() ? 1 : std::min(iterations, 4);
  for (int i = 0; i < pieces; ++i) {
    constraints_.solve(*exec_, particles, settings_, method_, substep_s(),
                       (i + 1) * iterations / pieces - i * iterations / pieces);
    grabber_.hold(*exec_, before, particles, false, substep_s());
  }
}

void PbdSystem::collide(View<Particle> before, View<Particle> particles,
                        View<const Collider> colliders, float dt_s) {
  const int there = settings_.collisions ? colliders.size : 0;
  launch(*exec_, "contacts", particles.size,
         Collide{.colliders = colliders.part(0, there),
                 .before = before,
                 .particles = particles,
                 .not_finite = frames_->not_finite(),
                 .thickness_m = settings_.thickness_m,
                 .friction = settings_.friction,
                 .restitution = settings_.restitution,
                 .max_displacement_m = settings_.speed_limit_m_s * dt_s,
                 .dt_s = dt_s});
}

ContactUse PbdSystem::contact_use() const {
  if (!(contact_distance_m() > 0.0f) || shape_.triangles.empty()) return {};
  const PointTraits each{0.5f * contact_distance_m(), settings_.friction, settings_.restitution};
  return {std::vector<PointTraits>(shape_.places_m.size(), each), settings_.contact_iterations,
          settings_.contact_distance_m, settings_.collisions};
}

void PbdSystem::launch_show_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", points.size,
         CopyParticles{positions_.at(recorded_parity_).view(), points});
}

void PbdSystem::launch_collide_points(const ContactStep& step) {
  collide(step.before, step.particles, step.colliders, step.dt_s);
}

void PbdSystem::launch_take_points(const ContactStep& step) {
  launch(*exec_, "contacts of bodies", step.particles.size,
         TakeContactPoints{.starts = step.starts,
                           .contact_before = step.before,
                           .contact_particles = step.particles,
                           .before = positions_.at(recorded_parity_ + 1).view(),
                           .particles = positions_.at(recorded_parity_).view(),
                           .substep_share = substep_s() / step.dt_s});
}

JoinedVertices PbdSystem::joined_vertices() {
  const float kept = std::exp(-settings_.damping_per_s * substep_s());
  float all_kept = 1.0f, gained_s = 0.0f;
  for (int k = 0; k < substeps(); ++k) {
    all_kept *= kept;
    gained_s = gained_s * kept + substep_s();
  }
  return {.before = positions_.at(recorded_parity_ + 1).view(),
          .particles = positions_.at(recorded_parity_).view(),
          .substep_s = substep_s(),
          .kept = all_kept,
          .gained_m_s = {0.0f, -settings_.gravity_m_s2 * gained_s, 0.0f}};
}

void PbdSystem::publish(const SystemPublish& request) {
  const bool blended = request.blend < 1.0f;
  if (request.field >= 0)
    launch(*exec_, "publish", positions_.current().size(),
           MeasureParticles{.field = static_cast<ParticleField>(request.field),
                            .current = positions_.current().view(),
                            .before_step = positions_.next().view(),
                            .dt_s = substep_s(),
                            .slots_of_particle = constraints_.slots_of_particle(),
                            .stretch = constraints_.edge_data(),
                            .values = skin_.values()});
  skin_.publish(*exec_, {.current = positions_.current().view(),
                         .previous = previous_.view().part(0, blended ? previous_.size() : 0),
                         .blend = request.blend,
                         .measured = request.field >= 0,
                         .not_finite = request.not_finite,
                         .out = request.vertices});
}

glm::vec3 PbdSystem::grab(int vertex, const glm::vec3*) {
  frames_->forget_frames();
  return grabber_.grab(*exec_, positions_, vertex, skin_.attachment(vertex));
}

void PbdSystem::release(bool pin, glm::vec3 target_m) {
  frames_->forget_frames();
  grabber_.release(*exec_, positions_, pin, target_m);
}

void PbdSystem::clear_pins() {
  frames_->forget_frames();
  grabber_.clear_pins(*exec_, positions_);
}

void PbdSystem::request_residuals() {
  constraints_.measure(*exec_, positions_.current().view(), settings_, sums_.view().data);
  sums_later_.request(*exec_, sums_.view());
}

const std::map<std::string, double>& PbdSystem::residuals() {
  if (const auto sums = sums_later_.poll()) {
    residuals_ = constraints_.residuals(*sums);
    if (meets()) {
      residuals_["held_back"] = contacts_->newest().held_back;
      residuals_["pairs_left_out"] = contacts_->newest().left_out;
      if (holds_colliders_)
        residuals_["colliders_held_back"] = contacts_->newest().colliders_held_back;
    }
  }
  return residuals_;
}

std::string PbdSystem::trouble() {
  if (const std::string notice = grabber_.notice(); !notice.empty() || !meets()) return notice;
  return contacts_->trouble();
}

/// Without contacts: their corrections would hide how the constraints converge.
void PbdSystem::request_convergence(const SystemStep&) {
  if (trace_later_.pending()) return;
  const int count = iterations_in_step();
  trace_stride_ = (count + max_traced - 1) / max_traced;
  traced_ = count / trace_stride_;
  View<Particle> before = trial_.at(0).view(), particles = trial_.at(1).view();
  launch(*exec_, "trial", before.size, CopyParticles{positions_.current().view(), before});
  launch(*exec_, "trial", before.size, CopyParticles{positions_.next().view(), particles});
  predict(before, particles, 0.0f);
  ResidualSums* const at = trace_.view().data->at;
  constraints_.measure(*exec_, particles, settings_, at);
  for (int i = 0; i < traced_; ++i) {
    for (int k = 0; k < trace_stride_; ++k) {
      if (is_xpbd() && i + k > 0) {
        std::swap(before, particles);
        predict(before, particles, 0.0f);
      }
      constraints_.solve(*exec_, particles, settings_, method_, substep_s(), 1);
    }
    constraints_.measure(*exec_, particles, settings_, at + i + 1);
  }
  trace_later_.request(*exec_, trace_.view());
}

const std::vector<ConvergenceCurve>& PbdSystem::convergence() {
  const auto trace = trace_later_.poll();
  if (!trace) return convergence_;
  convergence_.clear();
  for (int i = 0; i <= traced_; ++i) {
    std::size_t curve = 0;
    for (const auto& [type, residual] : constraints_.residuals(trace->at[i])) {
      if (i == 0)
        convergence_.push_back({type, unit_of(type), {}, trace_stride_, ms_per_iteration_});
      convergence_[curve++].residual.push_back(residual);
    }
  }
  return convergence_;
}

void PbdSystem::frame_launched() {
  if (!meets()) return;
  contacts_->watch(*exec_, std::exchange(unwatched_s_, 0.0f));
  if (contacts_->make_room(*exec_)) frames_->forget_frames();
}

void PbdSystem::timed(const StepTime& time) {
  ms_per_iteration_ = time.ms / time.steps / iterations_in_step();
  keep_to_budget(time);
}

void PbdSystem::keep_to_budget(const StepTime& time) {
  if (!(settings_.step_budget_ms > 0.0f) || is_xpbd()) return;
  constexpr double max_iterations = 500.0;
  constexpr double close_enough = 0.15;  // smaller changes are not worth a new graph capture
  const double used = time.ms / time.steps / settings_.step_budget_ms;
  if (used > 1.0 - 2.0 * close_enough && used < 1.0) return;
  const double wanted = iterations() / std::max(used, 1e-3) * (1.0 - close_enough);
  const int next = static_cast<int>(std::clamp(wanted, 1.0, max_iterations));
  if (next == iterations()) return;
  frames_->forget_frames();
  frames_->forget_times();  // they are for the old number of iterations
  iterations_in_budget_ = next;
}

std::vector<glm::vec3> PbdSystem::positions_m() {
  std::vector<glm::vec3> result;
  for (const Particle& p : positions_.current().download(*exec_)) result.push_back(p.position_m);
  return result;
}

}  // namespace limber
