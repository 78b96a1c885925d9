#include "app/session.h"

#include <algorithm>

namespace limber {

void StepTimes::add(double ms_per_step) {
  constexpr std::size_t kept = 100;
  recent_ms_.push_back(ms_per_step);
  if (recent_ms_.size() > kept) recent_ms_.pop_front();
}

double StepTimes::median_ms() const {
  std::vector<double> sorted(recent_ms_.begin(), recent_ms_.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

Session::Session(Solver solver, int threads) : threads_(threads), solver_(solver) {
  exec_for(solver);
}

Exec& Session::exec_for(Solver solver) {
  std::unique_ptr<Exec>& exec = execs_[static_cast<int>(solver)];
  if (!exec) exec = std::make_unique<Exec>(solver, threads_);
  return *exec;
}

void Session::open(const std::string& name, const std::vector<std::string>& settings) {
  Scene scene = open_scene(name);
  std::unique_ptr<Simulation> simulation = scene.build(exec());
  override_parameters(*simulation, settings);
  simulation_ = std::move(simulation);
  scene_ = std::move(scene);
  pacer_.reset();
  steps_done_ = 0;
  new_times_.clear();
  for (StepTimes& times : times_) times.clear();
}

void Session::switch_to(Solver solver) {
  Exec& exec = exec_for(solver);
  collect_times();
  simulation_->switch_to(exec);
  solver_ = solver;
}

void Session::reset() {
  simulation_->reset();
  pacer_.reset();
  steps_done_ = 0;
}

void Session::advance(double frame_s, View<PublishedVertex> vertices, int field) {
  const FramePacer::Frame frame = pacer_.next(frame_s, simulation_->dt_s());
  simulation_->advance({frame.steps, frame.blend, vertices, field});
  steps_done_ += frame.steps;
  collect_times();
}

void Session::step(int steps, View<PublishedVertex> vertices, int field) {
  simulation_->advance({steps, 1.0f, vertices, field});
  steps_done_ += steps;
  pacer_.reset();
  collect_times();
}

void Session::collect_times() {
  while (const auto time = simulation_->poll_step_time()) {
    const double ms = time->ms / time->steps;
    times_[static_cast<int>(solver_)].add(ms);
    new_times_.push_back(ms);
  }
}

std::vector<double> Session::take_step_times() {
  collect_times();
  return std::exchange(new_times_, {});
}

}  // namespace limber
