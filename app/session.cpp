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

std::unique_ptr<Session::Run> Session::open(Scene scene) {
  auto run = std::make_unique<Run>();
  run->scene = std::move(scene);
  run->simulation = run->scene.build(exec());
  return std::exchange(run_, std::move(run));
}

void Session::switch_to(Solver solver) {
  Exec& exec = exec_for(solver);
  collect_times();
  world().switch_to(exec);
  solver_ = solver;
}

void Session::reset() {
  world().reset();
  run_->pacer.reset();
  run_->under_way = {0, 1.0f};
  run_->steps_done = 0;
}

void Session::advance(double frame_s, View<PublishedVertex> vertices, int field) {
  const FramePacer::Frame frame = run_->pacer.next(frame_s, world().dt_s());
  run(frame.steps, frame.blend, vertices, field);
}

void Session::step(int steps, View<PublishedVertex> vertices, int field) {
  run_->pacer.reset();
  run_->under_way = {0, 1.0f};
  run(steps, 1.0f, vertices, field);
}

void Session::publish_again(View<PublishedVertex> vertices) {
  world().advance({.steps = 0, .blend = run_->blend, .publish = vertices});
}

void Session::begin_frame(double frame_s) {
  run_->under_way = run_->pacer.next(frame_s, world().dt_s());
}

void Session::run_piece(double budget_ms, int unknown_steps, bool each_piece,
                        View<PublishedVertex> vertices, int field) {
  FramePacer::Frame& frame = run_->under_way;
  const StepTimes& known = times(solver_);
  const double fit = known.empty() ? unknown_steps : budget_ms / known.median_ms();
  const int steps = fit < frame.steps ? std::max(static_cast<int>(fit), 1) : frame.steps;
  const bool last = steps >= frame.steps;
  const float blend = last ? frame.blend : 1.0f;
  frame.steps -= std::min(steps, frame.steps);
  run(steps, blend, last || each_piece ? vertices : View<PublishedVertex>{}, field);
}

void Session::run(int steps, float blend, View<PublishedVertex> vertices, int field) {
  world().advance({steps, blend, vertices, field});
  run_->blend = blend;
  run_->steps_done += steps;
  collect_times();
}

void Session::collect_times() {
  while (const auto time = world().poll_step_time()) {
    const double ms = time->ms / time->steps;
    run_->times[static_cast<int>(solver_)].add(ms);
    run_->new_times.push_back(ms);
  }
}

std::vector<double> Session::take_step_times() {
  collect_times();
  return std::exchange(run_->new_times, {});
}

}  // namespace limber
