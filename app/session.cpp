#include "app/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>

#include "kernels/error.h"

namespace limber {

namespace {

/// Budget for steps towards another state, so that a seek takes 0.1 s including the copy.
constexpr double seek_ms = 60.0;
/// The same for a single step back, whose user waits for exactly that step.
constexpr double step_back_ms = 300.0;

/// An eighth of the memory of the backend's device.
std::size_t history_bytes(const Exec& exec) {
  const std::size_t all =
      exec.memory() == Memory::device
          ? device::info().memory_bytes
          : static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return all / 8;
}

}  // namespace

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

Session::Session(Backend backend, int threads) : threads_(threads), backend_(backend) {
  exec_for(backend);
}

Exec& Session::exec_for(Backend backend) {
  std::unique_ptr<Exec>& exec = execs_[static_cast<int>(backend)];
  if (!exec) exec = std::make_unique<Exec>(backend, threads_);
  return *exec;
}

std::unique_ptr<Session::Run> Session::open(Scene scene) {
  auto run = std::make_unique<Run>();
  run->scene = std::move(scene);
  run->simulation = run->scene.build(exec());
  if (keeps_history_) run->history.emplace(history_bytes(exec()));
  return std::exchange(run_, std::move(run));
}

void Session::switch_to(Backend backend) {
  Exec& exec = exec_for(backend);
  collect_times();
  world().switch_to(exec);
  backend_ = backend;
}

void Session::reset() {
  world().reset();
  continue_from_step(0);
  if (run_->history) run_->history->begin(world(), 0);
}

void Session::continue_from_step(long step) {
  run_->pacer.reset();
  run_->under_way = {0, 1.0f};
  run_->blend = 1.0f;
  run_->steps_done = step;
}

double Session::ms_per_step() const {
  const StepTimes& known = times(backend_);
  return known.empty() ? 0.0 : known.median_ms();
}

std::string Session::shoot(const World::Shot& shot) {
  return spawn("shooting a ball", [&] { return world().shoot(shot); });
}

std::string Session::add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m) {
  return spawn("adding a body", [&] { return world().add_body(at_m, seen_from_m); });
}

std::string Session::spawn(const char* what, const std::function<std::string()>& add) {
  if (!world().finite_now())
    throw Error(ExitCode::diverged,
                fmt::format("the simulation diverged: restart the scene (R) before {}", what));
  const auto spawned = [&] {
    return std::tuple(world().has_balls(), world().added_bodies(), world().spawn_overrides());
  };
  const auto before = spawned();
  std::string message = add();
  run_->blend = 1.0f;
  grab_changed();
  if (spawned() != before) parameters_changed();
  return message;
}

int Session::cut(const std::vector<CutStroke>& strokes) {
  if (!world().finite_now())
    throw Error(ExitCode::diverged,
                "the simulation diverged: restart the scene (R) before cutting cloth");
  const int triangles = world().cut(strokes);
  if (triangles == 0) return 0;
  run_->blend = 1.0f;
  grab_changed();
  return triangles;
}

void Session::seek(double time_s) {
  if (!run_->history) return;
  run_->history->seek(world(), time_s, seek_ms, ms_per_step());
  if (world().grabbed_vertex() >= 0) world().release(false);
  continue_from_step(run_->history->steps());
}

void Session::step_back() {
  if (!run_->history || run_->history->empty()) return;
  History& history = *run_->history;
  const WorldState* good = world().finite_now() ? nullptr : history.last_finite();
  if (good) {
    seek(good->time_s);
    return;
  }
  history.step_back(world(), step_back_ms, ms_per_step());
  if (world().grabbed_vertex() >= 0) world().release(false);
  continue_from_step(history.steps());
}

Session::Divergence Session::divergence() {
  if (!run_->history) return {world().first_not_finite(), {}};
  const std::string first = run_->history->first_to_diverge(world());
  const WorldState* good = run_->history->last_finite();
  return {first, good ? std::optional(good->time_s) : std::nullopt};
}

void Session::save(const std::string& path) {
  SavedState saved{.scene = run_->scene.id,
                   .steps = run_->steps_done,
                   .ahead_s = run_->pacer.ahead_s(),
                   .world = {}};
  world().capture(saved.world);
  write_saved_state(path, saved);
}

std::string Session::load(const SavedState& saved) {
  if (saved.scene != run_->scene.id)
    throw Error(
        ExitCode::bad_input,
        fmt::format("the state belongs to {}, not to {}: open that scene, then load the state",
                    saved.scene, run_->scene.id));
  world().restore(saved.world);
  continue_from_step(saved.steps);
  run_->pacer.go_on(saved.ahead_s);
  if (run_->history) run_->history->begin(world(), saved.steps);
  std::string others;
  for (const Parameter& parameter : world().parameters()) {
    const auto then = saved.world.parameters.find(parameter.key);
    if (then != saved.world.parameters.end() && then->second != parameter.text())
      others += fmt::format("{}{} was {} and is {}", others.empty() ? "" : ", ", parameter.key,
                            then->second, parameter.text());
  }
  return others.empty() ? others : "parameters are not loaded: " + others;
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

void Session::publish_again(View<PublishedVertex> vertices, int field) {
  world().advance({.steps = 0, .blend = run_->blend, .publish = vertices, .field = field});
}

void Session::begin_frame(double frame_s) {
  run_->under_way = run_->pacer.next(frame_s, world().dt_s());
}

void Session::run_piece(double budget_ms, int unknown_steps, bool each_piece,
                        View<PublishedVertex> vertices, int field) {
  FramePacer::Frame& frame = run_->under_way;
  const StepTimes& known = times(backend_);
  const double fit = known.empty() ? unknown_steps : budget_ms / known.median_ms();
  const int steps = fit < frame.steps ? std::max(static_cast<int>(fit), 1) : frame.steps;
  const bool last = steps >= frame.steps;
  const float blend = last ? frame.blend : 1.0f;
  frame.steps -= std::min(steps, frame.steps);
  run(steps, blend, last || each_piece ? vertices : View<PublishedVertex>{}, field);
}

void Session::run(int steps, float blend, View<PublishedVertex> vertices, int field) {
  std::optional<History>& history = run_->history;
  if (history && steps > 0) history->begin_frame(world(), ms_per_step());
  world().advance({steps, blend, vertices, field});
  run_->blend = blend;
  if (history) history->frame_run(world(), steps);
  run_->steps_done += steps;
  collect_times();
}

void Session::collect_times() {
  while (const auto time = world().poll_step_time()) {
    const double ms = time->ms / time->steps;
    run_->times[static_cast<int>(backend_)].add(ms);
    run_->new_times.push_back(ms);
  }
}

std::vector<double> Session::take_step_times() {
  collect_times();
  return std::exchange(run_->new_times, {});
}

}  // namespace limber
