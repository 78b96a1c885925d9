// Fratarcangeli, Pellacini, "Towards a Massively Parallel Solver for Position Based Dynamics"
// (2014) and "A GPU-Based Implementation of Position Based Dynamics for Interactive Deformable
// Bodies" (2013); substeps: Macklin et al., "Small Steps in Physics Simulation" (2019).

#include "sim/pbd/pbd_simulation.h"

#include <cmath>
#include <ranges>

#include "kernels/launch.h"
#include "kernels/pbd/collide.h"
#include "kernels/pbd/publish.h"
#include "sim/draw_list.h"
#include "sim/mesh/topology.h"
#include "sim/move_all.h"
#include "sim/state_hash.h"

namespace limber {

namespace {

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

const char* unit_of(const std::string& type) {
  if (type == "volume") return "m3";
  return type == "dihedral" ? "rad" : "m";
}

}  // namespace

PbdSimulation::PbdSimulation(Exec& exec, const PbdModel& model, const PbdSettings& settings)
    : FamilySimulation(exec, 16),
      settings_(settings),
      used_substep_s_(substep_s()),
      initial_(particles_at_start(model)),
      mean_edge_m_(mean_of(model.stretch.rest)),
      positions_(exec, initial_),
      remembered_(exec, initial_),
      trial_(exec, initial_),
      triangles_(exec, model.triangles),
      colliders_(exec, model.colliders),
      constraints_(exec, model),
      contacts_(exec, model),
      skin_(exec, model.drawn, static_cast<int>(model.particles.size())),
      sums_(exec, std::vector<ResidualSums>(1)),
      trace_(exec, std::vector<Trace>(1)),
      hand_(model.particles, model.body_of_particle, constraints_.edges()),
      frames_(exec) {
  parameters_ = parameters_of(settings_);
  const int n = static_cast<int>(model.particles.size());
  const Lists triangles_at = triangles_at_vertices(n, model.triangles);
  triangles_of_vertex_first_ = {exec, triangles_at.first};
  triangles_of_vertex_ = {exec, triangles_at.items};
  counts_ = {n, skin_.drawn_vertices(), constraints_.counts()};
  draw_list_ = make_draw_list(model);
}

template <class Visit>
void PbdSimulation::for_each_buffer(const Visit& visit) {
  visit(positions_);
  visit(remembered_);
  visit(trial_);
  visit(triangles_);
  visit(triangles_of_vertex_first_);
  visit(triangles_of_vertex_);
  visit(colliders_);
  visit(constraints_);
  visit(contacts_);
  visit(skin_);
  visit(sums_);
  visit(trace_);
  visit(hand_);
  visit(frames_);
}

DrawList PbdSimulation::make_draw_list(const PbdModel& model) const {
  DrawList list;
  list.vertex_count = skin_.vertices();
  list.triangles = model.drawn.triangles;
  list.parts = model.drawn.parts;
  list.scenery = model.scenery;
  list.constraint_lines = constraints_.lines(skin_.vertex_of_particle(0));
  list.fields = {{"strain", "of an edge's length", -0.02f, 0.1f}, {"speed", "m/s", 0.0f, 5.0f}};
  add_ground(list, model.colliders);
  std::vector<Particle> all = initial_;
  all.insert(all.end(), model.particles.begin(), model.particles.end());
  set_bounds(list, all | std::views::transform(&Particle::position_m));
  return list;
}

void PbdSimulation::forget_readbacks() {
  sums_later_.forget();
  trace_later_.forget();
}

void PbdSimulation::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  residuals();
  convergence();
  frames_.forget_frames();
  move_all(*exec_, exec, [&](const auto& visit) { for_each_buffer(visit); });
  forget_readbacks();
  iterations_in_budget_.reset();
  ms_per_iteration_ = 0.0;
  exec_ = &exec;
}

void PbdSimulation::reset() {
  frames_.forget_frames();
  positions_.current().upload(*exec_, initial_);
  positions_.next().upload(*exec_, initial_);
  remembered_.upload(*exec_, initial_);
  frames_.reset();
  forget_readbacks();
  residuals_.clear();
  convergence_.clear();
  hand_.forget();
  time_s_ = 0.0;
}

void PbdSimulation::parameters_changed() {
  frames_.forget_frames();
  iterations_in_budget_.reset();
  const float ratio = substep_s() / used_substep_s_;
  used_substep_s_ = substep_s();
  if (ratio != 1.0f)
    launch(*exec_, "time step", positions_.current().size(),
           RescaleVelocity{positions_.current().view(), positions_.next().view(), ratio});
}

int PbdSimulation::iterations() const {
  if (is_xpbd()) return 1;
  return settings_.step_budget_ms > 0.0f ? iterations_in_budget_.value_or(settings_.iterations)
                                         : settings_.iterations;
}

void PbdSimulation::run_steps(int steps, bool remember) {
  const int parity = positions_.parity();
  const std::uint64_t key =
      static_cast<std::uint64_t>(steps) << 2 | parity << 1 | static_cast<int>(remember);
  frames_.run({static_cast<float>(time_s_), grab_target_m_}, steps, key,
              [&] { launch_steps(steps, parity, remember); });
  positions_.swap(steps * substeps());
  time_s_ += steps * dt_s();
}

void PbdSimulation::launch_steps(int steps, int parity, bool remember) {
  for (int step = 0; step < steps; ++step) {
    if (remember && step == steps - 1)
      launch(*exec_, "remember", remembered_.size(),
             Remember{positions_.at(parity).view(), remembered_.view()});
    for (int k = 0; k < substeps(); ++k, ++parity)
      launch_substep(
          positions_.at(parity).view(), positions_.at(parity + 1).view(),
          settings_.dt_s * static_cast<float>(step) + substep_s() * static_cast<float>(k));
  }
}

void PbdSimulation::launch_substep(View<Particle> before, View<Particle> particles,
                                   float time_in_frame_s) {
  predict(before, particles, time_in_frame_s);
  solve(before, particles);
  collide(before, particles);
}

void PbdSimulation::predict(View<Particle> before, View<Particle> particles,
                            float time_in_frame_s) {
  const float dt_s = substep_s();
  launch(*exec_, "predict", particles.size,
         Predict{.current = before,
                 .next = particles,
                 .triangles_of_vertex = {triangles_of_vertex_first_.view(),
                                         triangles_of_vertex_.view()},
                 .triangles = std::as_const(triangles_).view(),
                 .inputs = frames_.inputs(),
                 .wind = {settings_.wind_m_s, settings_.gustiness, settings_.air_kg_m3},
                 .gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f},
                 .dt_s = dt_s,
                 .time_in_frame_s = time_in_frame_s,
                 .kept = std::exp(-settings_.damping_per_s * dt_s)});
  hand_.pull(*exec_, frames_.inputs(), before, particles, dt_s);
}

void PbdSimulation::solve(View<Particle> before, View<Particle> particles) {
  const float distance_m = contact_distance_m();
  const int all = iterations();
  if (!(distance_m > 0.0f)) {
    constraints_.solve(*exec_, particles, settings_, substep_s(), all);
    return;
  }
  contacts_.sort(*exec_, particles, distance_m);
  const int touching = std::min(settings_.contact_iterations, all);
  constraints_.solve(*exec_, particles, settings_, substep_s(), all - touching);
  for (int i = 0; i < touching; ++i) {
    constraints_.solve(*exec_, particles, settings_, substep_s(), 1);
    contacts_.push_apart(*exec_, particles, before, distance_m, settings_.friction);
  }
}

void PbdSimulation::collide(View<Particle> before, View<Particle> particles) {
  const int colliders = settings_.collisions ? colliders_.size() : 0;
  launch(*exec_, "contacts", particles.size,
         Collide{.colliders = colliders_.view().part(0, colliders),
                 .before = before,
                 .particles = particles,
                 .not_finite = frames_.not_finite(),
                 .thickness_m = settings_.thickness_m,
                 .friction = settings_.friction,
                 .longest_way_m = settings_.speed_limit_m_s * substep_s()});
}

void PbdSimulation::publish(const FrameRequest& request) {
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
                         .remembered = remembered_.view().part(0, blended ? remembered_.size() : 0),
                         .blend = request.blend,
                         .measured = request.field >= 0,
                         .not_finite = frames_.not_finite(),
                         .out = request.publish});
}

void PbdSimulation::grab(int vertex) {
  frames_.forget_frames();
  const glm::vec3 at_m = skin_.position_m(vertex, positions_.current().download(*exec_));
  hand_.grab(*exec_, positions_, vertex, skin_.particle_of_vertex(vertex), at_m);
  grab_target_m_ = at_m;
}

void PbdSimulation::release(bool pin) {
  frames_.forget_frames();
  hand_.release(*exec_, positions_, pin);
}

void PbdSimulation::request_residuals() {
  constraints_.measure(*exec_, positions_.current().view(), settings_, sums_.view().data);
  sums_later_.request(*exec_, sums_.view());
}

const std::map<std::string, double>& PbdSimulation::residuals() {
  if (const auto sums = sums_later_.poll()) residuals_ = constraints_.residuals(*sums);
  return residuals_;
}

/// Contacts are left out: their pushes would hide how the constraints converge.
void PbdSimulation::request_convergence() {
  if (trace_later_.pending()) return;
  const int count = iterations_in_step();
  trace_stride_ = (count + most_traced - 1) / most_traced;
  traced_ = count / trace_stride_;
  View<Particle> before = trial_.at(0).view(), particles = trial_.at(1).view();
  launch(*exec_, "trial", before.size, Remember{positions_.current().view(), before});
  launch(*exec_, "trial", before.size, Remember{positions_.next().view(), particles});
  predict(before, particles, 0.0f);
  ResidualSums* const at = trace_.view().data->at;
  constraints_.measure(*exec_, particles, settings_, at);
  for (int i = 0; i < traced_; ++i) {
    for (int k = 0; k < trace_stride_; ++k) {
      if (is_xpbd() && i + k > 0) {
        std::swap(before, particles);
        predict(before, particles, 0.0f);
      }
      constraints_.solve(*exec_, particles, settings_, substep_s(), 1);
    }
    constraints_.measure(*exec_, particles, settings_, at + i + 1);
  }
  trace_later_.request(*exec_, trace_.view());
}

const std::vector<ConvergenceCurve>& PbdSimulation::convergence() {
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

std::optional<StepTime> PbdSimulation::poll_step_time() {
  const std::optional<StepTime> time = frames_.poll_step_time();
  if (time) {
    ms_per_iteration_ = time->ms / time->steps / iterations_in_step();
    keep_to_budget(*time);
  }
  return time;
}

void PbdSimulation::keep_to_budget(const StepTime& time) {
  if (!(settings_.step_budget_ms > 0.0f) || is_xpbd()) return;
  constexpr double most_iterations = 500.0;
  constexpr double close_enough = 0.15;  // captured frames are not thrown away for less
  const double used = time.ms / time.steps / settings_.step_budget_ms;
  if (used > 1.0 - 2.0 * close_enough && used < 1.0) return;
  const double wanted = iterations() / std::max(used, 1e-3) * (1.0 - close_enough);
  const int next = static_cast<int>(std::clamp(wanted, 1.0, most_iterations));
  if (next == iterations()) return;
  frames_.forget_frames();
  frames_.forget_times();  // times of the old number of iterations say nothing of the new
  iterations_in_budget_ = next;
}

std::vector<glm::vec3> PbdSimulation::positions_m() {
  std::vector<glm::vec3> result;
  for (const Particle& p : positions_.current().download(*exec_)) result.push_back(p.position_m);
  return result;
}

std::uint64_t PbdSimulation::state_hash() {
  StateHash hash;
  hash.add(positions_.current().download(*exec_));
  hash.add(positions_.next().download(*exec_));
  return hash.value();
}

}  // namespace limber
