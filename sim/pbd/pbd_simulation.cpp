// Fratarcangeli, Pellacini, "Towards a Massively Parallel Solver for Position Based Dynamics"
// (2014) and "A GPU-Based Implementation of Position Based Dynamics for Interactive Deformable
// Bodies" (2013); substeps: Macklin et al., "Small Steps in Physics Simulation" (2019).

#include "sim/pbd/pbd_simulation.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/launch.h"
#include "kernels/pbd/collide.h"
#include "kernels/pbd/publish.h"
#include "sim/state_hash.h"

namespace limber {

namespace {

float mean_of(const std::vector<float>& values) {
  double sum = 0.0;
  for (float value : values) sum += value;
  return values.empty() ? 0.0f : static_cast<float>(sum / static_cast<double>(values.size()));
}

template <class Constraint>
void append_corners(const ConstraintSet<Constraint>& set, std::vector<int>& corners) {
  for (const auto& c : set.corners())
    corners.insert(corners.end(), c.at, c.at + Constraint::corners);
}

std::vector<int> corners_of(const std::vector<glm::uvec3>& triangles) {
  std::vector<int> corners;
  for (const glm::uvec3& t : triangles)
    corners.insert(corners.end(), {int(t.x), int(t.y), int(t.z)});
  return corners;
}

}  // namespace

PbdSimulation::PbdSimulation(Exec& exec, const PbdModel& model, const PbdSettings& settings)
    : exec_(&exec),
      settings_(settings),
      parameters_(parameters_of(settings_)),
      used_substep_s_(substep_s()),
      initial_(model.particles),
      mean_edge_m_(mean_of(model.stretch.rest)),
      positions_(exec, model.particles),
      remembered_(exec, model.particles),
      triangles_(exec, model.triangles),
      colliders_(exec, model.colliders),
      stretch_(exec, "stretch", static_cast<int>(model.particles.size()), model.stretch),
      across_(exec, "bending", static_cast<int>(model.particles.size()), model.across),
      dihedral_(exec, "dihedral", static_cast<int>(model.particles.size()), model.dihedral),
      slots_(exec, stretch_.slots() + across_.slots() + dihedral_.slots()),
      contacts_(exec, model),
      inputs_(exec, std::vector<FrameInputs>(1)),
      not_finite_(exec, std::vector<int>{0}),
      hand_(model.particles, model.body_of_particle, stretch_.corners()) {
  const int n = static_cast<int>(model.particles.size());
  const Lists triangles_at = elements_at(n, corners_of(model.triangles), 3);
  triangles_of_vertex_first_ = {exec, triangles_at.first};
  triangles_of_vertex_ = {exec, triangles_at.items};

  std::vector<int> particle_of_slot;
  append_corners(stretch_, particle_of_slot);
  append_corners(across_, particle_of_slot);
  append_corners(dihedral_, particle_of_slot);
  const Lists slots_at = elements_at(n, particle_of_slot, 1);
  slots_of_particle_first_ = {exec, slots_at.first};
  slots_of_particle_ = {exec, slots_at.items};

  counts_.particles = n;
  counts_.vertices = n;
  for_each_set([&](auto& set) {
    counts_.constraints.push_back(set.count());
    residuals_later_.emplace(set.label(), std::make_unique<Readback<double>>());
  });
  draw_list_ = make_draw_list(model);
}

PbdSimulation::~PbdSimulation() {
  try {
    forget_frames();
  } catch (const std::exception&) {
    // The device is gone; there is nothing left to wait for.
  }
}

template <class Visit>
void PbdSimulation::for_each_set(const Visit& visit) {
  visit(stretch_);
  if (across_.size() > 0) visit(across_);
  if (dihedral_.size() > 0) visit(dihedral_);
}

template <class Visit>
void PbdSimulation::for_each_buffer(const Visit& visit) {
  visit(positions_);
  visit(remembered_);
  visit(triangles_);
  visit(triangles_of_vertex_first_);
  visit(triangles_of_vertex_);
  visit(colliders_);
  visit(stretch_);
  visit(across_);
  visit(dihedral_);
  visit(slots_of_particle_first_);
  visit(slots_of_particle_);
  visit(slots_);
  visit(contacts_);
  visit(inputs_);
  visit(not_finite_);
  visit(hand_);
}

DrawList PbdSimulation::make_draw_list(const PbdModel& model) {
  DrawList list;
  list.vertex_count = counts_.vertices;
  list.triangles = model.triangles;
  list.parts = model.parts;
  list.scenery = model.scenery;
  for_each_set([&](auto& set) { list.constraint_lines.push_back(set.lines()); });
  list.fields = {{"strain", "of an edge's length", -0.02f, 0.1f}, {"speed", "m/s", 0.0f, 5.0f}};
  for (const Collider& collider : model.colliders) {
    if (collider.shape != ColliderShape::ground) continue;
    list.ground = true;
    list.ground_height_m = collider.center_m.y;
  }
  list.bounds_min_m = glm::vec3(INFINITY);
  list.bounds_max_m = glm::vec3(-INFINITY);
  for (const Particle& p : model.particles) {
    list.bounds_min_m = glm::min(list.bounds_min_m, p.position_m);
    list.bounds_max_m = glm::max(list.bounds_max_m, p.position_m);
  }
  return list;
}

void PbdSimulation::forget_frames() {
  exec_->synchronize();
  graphs_.clear();
}

void PbdSimulation::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  finite();
  residuals();
  forget_frames();
  try {
    for_each_buffer([&](auto& buffer) { buffer.move(*exec_, exec); });
  } catch (...) {
    // The other side is full: what has moved comes back, the rest is still here.
    for_each_buffer([&](auto& buffer) { buffer.move(exec, *exec_); });
    throw;
  }
  not_finite_later_.forget();
  for (auto& [type, later] : residuals_later_) later->forget();
  timed_.clear();
  spare_timed_.clear();
  exec_ = &exec;
}

void PbdSimulation::reset() {
  forget_frames();
  positions_.current().upload(*exec_, initial_);
  positions_.next().upload(*exec_, initial_);
  remembered_.upload(*exec_, initial_);
  not_finite_.zero(*exec_);
  exec_->synchronize();
  not_finite_later_.forget();
  for (auto& [type, later] : residuals_later_) later->forget();
  residuals_.clear();
  hand_.forget();
  finite_ = true;
  time_s_ = 0.0;
}

void PbdSimulation::parameters_changed() {
  forget_frames();
  const float ratio = substep_s() / used_substep_s_;
  used_substep_s_ = substep_s();
  if (ratio != 1.0f)
    launch(*exec_, "time step", positions_.current().size(),
           RescaleVelocity{positions_.current().view(), positions_.next().view(), ratio});
}

void PbdSimulation::advance(const FrameRequest& request) {
  // A graph holds a few steps; frames of many steps replay it several times.
  constexpr int most_steps = 16;
  for (int left = request.steps; left > 0; left -= most_steps)
    run_steps(std::min(left, most_steps), left <= most_steps && request.blend < 1.0f);
  if (request.steps > 0 && finite() && !not_finite_later_.pending())
    not_finite_later_.request(*exec_, not_finite_.view());
  if (!request.publish.empty()) publish(request);
}

void PbdSimulation::run_steps(int steps, bool remember) {
  const FrameInputs inputs{static_cast<float>(time_s_), grab_target_m_};
  inputs_.upload(*exec_, {&inputs, 1});
  const int parity = positions_.parity();
  const std::uint64_t key =
      static_cast<std::uint64_t>(steps) << 2 | parity << 1 | static_cast<int>(remember);
  const auto record = [&] { launch_steps(steps, parity, remember); };
  graphs_.prepare(*exec_, key, record);
  std::unique_ptr<TimedSteps> timed = spare_timed();
  timed->steps = steps;
  timed->watch.start(*exec_);
  graphs_.run(*exec_, key, record);
  timed->watch.stop(*exec_);
  timed_.push_back(std::move(timed));
  positions_.swap(steps * substeps());
  time_s_ += steps * dt_s();
}

std::unique_ptr<PbdSimulation::TimedSteps> PbdSimulation::spare_timed() {
  constexpr std::size_t most_kept = 64;  // when nobody asks for them
  std::deque<std::unique_ptr<TimedSteps>>& from =
      timed_.size() >= most_kept ? timed_ : spare_timed_;
  if (from.empty()) return std::make_unique<TimedSteps>();
  std::unique_ptr<TimedSteps> taken = std::move(from.front());
  from.pop_front();
  return taken;
}

void PbdSimulation::launch_steps(int steps, int parity, bool remember) {
  for (int step = 0; step < steps; ++step) {
    if (remember && step == steps - 1)
      launch(*exec_, "remember", remembered_.size(),
             Remember{positions_.at(parity).view(), remembered_.view()});
    for (int k = 0; k < substeps(); ++k)
      launch_substep(parity++, settings_.dt_s * static_cast<float>(step) +
                                   substep_s() * static_cast<float>(k));
  }
}

void PbdSimulation::launch_substep(int parity, float time_in_frame_s) {
  const float dt_s = substep_s();
  const View<Particle> before = positions_.at(parity).view();
  const View<Particle> particles = positions_.at(parity + 1).view();
  launch(*exec_, "predict", particles.size,
         Predict{.current = before,
                 .next = particles,
                 .triangles_of_vertex = triangles_of_vertex(),
                 .triangles = std::as_const(triangles_).view(),
                 .inputs = std::as_const(inputs_).view(),
                 .wind = {settings_.wind_m_s, settings_.gustiness, settings_.air_kg_m3},
                 .gravity_m_s2 = {0.0f, -settings_.gravity_m_s2, 0.0f},
                 .dt_s = dt_s,
                 .time_in_frame_s = time_in_frame_s,
                 .kept = std::exp(-settings_.damping_per_s * dt_s)});
  hand_.pull(*exec_, inputs_.view(), before, particles, dt_s);
  solve(particles, before);
  const bool collide = settings_.collisions;
  launch(*exec_, "contacts", particles.size,
         Collide{.colliders = colliders_.view().part(0, collide ? colliders_.size() : 0),
                 .before = before,
                 .particles = particles,
                 .not_finite = not_finite_.view(),
                 .thickness_m = settings_.thickness_m,
                 .friction = settings_.friction});
}

void PbdSimulation::solve(View<Particle> particles, View<Particle> before) {
  const float distance_m = contact_distance_m();
  const bool touches = distance_m > 0.0f;
  if (touches) contacts_.sort(*exec_, particles, distance_m);
  const int iterations = is_xpbd() ? 1 : settings_.iterations;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    solve_once(particles);
    if (touches && iteration >= iterations - settings_.contact_iterations)
      contacts_.push_apart(*exec_, particles, before, distance_m, settings_.friction);
  }
}

void PbdSimulation::solve_once(View<Particle> particles) {
  if (is_xpbd()) {
    const float dt2 = substep_s() * substep_s();
    stretch_.project(*exec_, particles, {1.0f, settings_.stretch_compliance_m_N / dt2});
    across_.project(*exec_, particles, {1.0f, settings_.across_compliance_m_N / dt2});
    dihedral_.project(*exec_, particles, {1.0f, settings_.dihedral_compliance_rad_Nm / dt2});
  } else if (settings_.method == "jacobi") {
    solve_jacobi(particles);
  } else {
    stretch_.project(*exec_, particles, {settings_.stretch_stiffness, 0.0f});
    if (!bends()) return;
    across_.project(*exec_, particles, {settings_.bending_stiffness, 0.0f});
    dihedral_.project(*exec_, particles, {settings_.bending_stiffness, 0.0f});
  }
}

void PbdSimulation::solve_jacobi(View<Particle> particles) {
  const View<glm::vec4> slots = slots_.view();
  stretch_.correct_into(*exec_, particles, slots.part(0, stretch_.slots()),
                        {settings_.stretch_stiffness, 0.0f});
  if (bends()) {
    const Softness softness{settings_.bending_stiffness, 0.0f};
    across_.correct_into(*exec_, particles, slots.part(stretch_.slots(), across_.slots()),
                         softness);
    dihedral_.correct_into(*exec_, particles,
                           slots.part(stretch_.slots() + across_.slots(), dihedral_.slots()),
                           softness);
  }
  launch(*exec_, "average", particles.size,
         JacobiAverage{slots_of_particle(), slots, particles, settings_.jacobi_relaxation,
                       bends() ? slots.size : stretch_.slots()});
}

void PbdSimulation::publish(const FrameRequest& request) {
  const bool blended = request.blend < 1.0f;
  launch(
      *exec_, "publish", counts_.vertices,
      PublishParticles{.current = positions_.current().view(),
                       .remembered = remembered_.view().part(0, blended ? remembered_.size() : 0),
                       .blend = request.blend,
                       .triangles_of_vertex = triangles_of_vertex(),
                       .triangles = std::as_const(triangles_).view(),
                       .not_finite = std::as_const(not_finite_).view(),
                       .out = request.publish,
                       .field = static_cast<ParticleField>(request.field + 1),
                       .before_step = positions_.next().view(),
                       .dt_s = substep_s(),
                       .slots_of_particle = slots_of_particle(),
                       .stretch = stretch_.data()});
}

void PbdSimulation::grab(int vertex) {
  forget_frames();
  hand_.grab(*exec_, positions_, vertex);
  grab_target_m_ = positions_.current().download(*exec_)[vertex].position_m;
}

void PbdSimulation::release(bool pin) {
  forget_frames();
  hand_.release(*exec_, positions_, pin);
}

bool PbdSimulation::finite() {
  if (const auto raised = not_finite_later_.poll(); raised && *raised != 0) finite_ = false;
  return finite_;
}

bool PbdSimulation::finite_now() {
  if (!finite()) return false;
  not_finite_later_.request(*exec_, not_finite_.view());
  exec_->synchronize();
  return finite();
}

void PbdSimulation::request_residuals() {
  for_each_set([&](auto& set) {
    residuals_later_.at(set.label())
        ->request(*exec_, set.sum_squares(*exec_, positions_.current().view()));
  });
}

const std::map<std::string, double>& PbdSimulation::residuals() {
  for_each_set([&](auto& set) {
    if (const auto sum = residuals_later_.at(set.label())->poll())
      residuals_[set.label()] = std::sqrt(*sum / set.size());
  });
  return residuals_;
}

std::optional<StepTime> PbdSimulation::poll_step_time() {
  if (timed_.empty()) return std::nullopt;
  const auto ms = timed_.front()->watch.poll_ms();
  if (!ms) return std::nullopt;
  const StepTime time{*ms, timed_.front()->steps};
  spare_timed_.push_back(std::move(timed_.front()));
  timed_.pop_front();
  return time;
}

void PbdSimulation::set_profiling(bool on) {
  exec_->synchronize();
  graphs_.set_profiling(on);
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
