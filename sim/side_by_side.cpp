#include "sim/side_by_side.h"

#include <algorithm>

#include "sim/state_hash.h"

namespace limber {

SideBySide::SideBySide(Exec& exec, std::vector<Side> sides, const std::string& differing)
    : exec_(&exec), sides_(std::move(sides)), first_vertex_{0}, times_(sides_.size()) {
  for (const Parameter& parameter : sides_.front().simulation->parameters())
    if (parameter.key != differing) parameters_.push_back(parameter);
  draw_list_ = sides_.front().simulation->draw_list();
  draw_list_.vertex_count = 0;
  draw_list_.triangles.clear();
  draw_list_.parts.clear();
  draw_list_.constraint_lines.clear();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    add_to_counts(i);
    add_to_draw_list(i);
    first_vertex_.push_back(draw_list_.vertex_count);
  }
}

std::string SideBySide::name_of(std::size_t side, const std::string& type) const {
  return side == 0 ? type : type + ", " + sides_[side].name;
}

void SideBySide::add_to_counts(std::size_t side) {
  const SystemCounts& counts = sides_[side].simulation->counts();
  counts_.particles += counts.particles;
  counts_.vertices += counts.vertices;
  for (ConstraintCount constraint : counts.constraints) {
    constraint.type = name_of(side, constraint.type);
    counts_.constraints.push_back(constraint);
  }
}

void SideBySide::add_to_draw_list(std::size_t side) {
  const DrawList& from = sides_[side].simulation->draw_list();
  const auto first = static_cast<unsigned>(draw_list_.vertex_count);
  for (SurfacePart part : from.parts) {
    part.first_triangle += static_cast<int>(draw_list_.triangles.size());
    draw_list_.parts.push_back(part);
  }
  for (const glm::uvec3& t : from.triangles) draw_list_.triangles.push_back(t + first);
  for (ConstraintLines lines : from.constraint_lines) {
    lines.type = name_of(side, lines.type);
    for (glm::uvec2& ends : lines.ends) ends += first;
    draw_list_.constraint_lines.push_back(std::move(lines));
  }
  draw_list_.bounds_min_m = glm::min(draw_list_.bounds_min_m, from.bounds_min_m);
  draw_list_.bounds_max_m = glm::max(draw_list_.bounds_max_m, from.bounds_max_m);
  draw_list_.vertex_count += from.vertex_count;
}

void SideBySide::switch_to(Exec& exec) {
  std::size_t moved = 0;
  try {
    for (; moved < sides_.size(); ++moved) sides_[moved].simulation->switch_to(exec);
  } catch (...) {
    // The other side is full: those that have moved come back.
    while (moved-- > 0) sides_[moved].simulation->switch_to(*exec_);
    throw;
  }
  exec_ = &exec;
  times_.assign(sides_.size(), std::nullopt);  // those of the solver before say nothing of this one
}

void SideBySide::reset() {
  for (Side& side : sides_) side.simulation->reset();
  residuals_.clear();
  take_pinned();
}

void SideBySide::advance(const FrameRequest& request) {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    FrameRequest part = request;
    if (!request.publish.empty())
      part.publish =
          request.publish.part(first_vertex_[i], first_vertex_[i + 1] - first_vertex_[i]);
    sides_[i].simulation->advance(part);
  }
}

void SideBySide::parameters_changed() {
  for (std::size_t i = 1; i < sides_.size(); ++i)
    for (const Parameter& parameter : parameters_)
      parameter_named(sides_[i].simulation->parameters(), parameter.key).set(parameter.text());
  for (Side& side : sides_) side.simulation->parameters_changed();
}

void SideBySide::grab(int vertex) {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    if (vertex >= first_vertex_[i] && vertex < first_vertex_[i + 1])
      sides_[i].simulation->grab(vertex - first_vertex_[i]);
    else if (sides_[i].simulation->grabbed_vertex() >= 0)
      sides_[i].simulation->release(false);  // there is one hand
  }
  take_pinned();
}

void SideBySide::drag_to(glm::vec3 target_m) {
  for (Side& side : sides_)
    if (side.simulation->grabbed_vertex() >= 0) side.simulation->drag_to(target_m);
}

void SideBySide::release(bool pin) {
  for (Side& side : sides_)
    if (side.simulation->grabbed_vertex() >= 0) side.simulation->release(pin);
  take_pinned();
}

int SideBySide::grabbed_vertex() const {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const int vertex = sides_[i].simulation->grabbed_vertex();
    if (vertex >= 0) return first_vertex_[i] + vertex;
  }
  return -1;
}

void SideBySide::take_pinned() {
  pinned_.clear();
  for (std::size_t i = 0; i < sides_.size(); ++i)
    for (const int vertex : sides_[i].simulation->pinned_vertices())
      pinned_.push_back(first_vertex_[i] + vertex);
}

bool SideBySide::finite() {
  return std::all_of(sides_.begin(), sides_.end(),
                     [](Side& side) { return side.simulation->finite(); });
}

bool SideBySide::finite_now() {
  return std::all_of(sides_.begin(), sides_.end(),
                     [](Side& side) { return side.simulation->finite_now(); });
}

void SideBySide::request_residuals() {
  for (Side& side : sides_) side.simulation->request_residuals();
}

const std::map<std::string, double>& SideBySide::residuals() {
  for (std::size_t i = 0; i < sides_.size(); ++i)
    for (const auto& [type, residual] : sides_[i].simulation->residuals())
      residuals_[name_of(i, type)] = residual;
  return residuals_;
}

void SideBySide::request_convergence() {
  for (Side& side : sides_) side.simulation->request_convergence();
}

const std::vector<ConvergenceCurve>& SideBySide::convergence() {
  convergence_.clear();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    for (ConvergenceCurve curve : sides_[i].simulation->convergence()) {
      curve.label = name_of(i, curve.label);
      convergence_.push_back(std::move(curve));
    }
  }
  return convergence_;
}

std::vector<IterationCount> SideBySide::iterations_now() const {
  std::vector<IterationCount> all;
  for (const Side& side : sides_)
    for (const IterationCount& count : side.simulation->iterations_now()) all.push_back(count);
  return all;
}

/// A step is done when all sides have done theirs.
std::optional<StepTime> SideBySide::poll_step_time() {
  for (std::size_t i = 0; i < sides_.size(); ++i)
    if (!times_[i]) times_[i] = sides_[i].simulation->poll_step_time();
  StepTime all;
  for (const auto& time : times_) {
    if (!time) return std::nullopt;
    all.ms += time->ms / time->steps;
    all.steps = 1;
  }
  for (auto& time : times_) time.reset();
  return all;
}

void SideBySide::set_profiling(bool on) {
  for (Side& side : sides_) side.simulation->set_profiling(on);
}

const std::vector<StageTime>& SideBySide::stages() {
  stages_.clear();
  for (std::size_t i = 0; i < sides_.size(); ++i)
    for (const StageTime& stage : sides_[i].simulation->stages())
      stages_.push_back({name_of(i, stage.label), stage.ms});
  return stages_;
}

std::vector<glm::vec3> SideBySide::positions_m() {
  std::vector<glm::vec3> all;
  for (Side& side : sides_) {
    const std::vector<glm::vec3> part = side.simulation->positions_m();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::uint64_t SideBySide::state_hash() {
  StateHash hash;
  for (Side& side : sides_) hash.add(std::vector<std::uint64_t>{side.simulation->state_hash()});
  return hash.value();
}

}  // namespace limber
