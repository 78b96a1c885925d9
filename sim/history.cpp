#include "sim/history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace {
/// Frames recorded after a state; more would take too long to simulate again.
constexpr std::size_t max_frames = 4096;
/// States younger than about this keep their density; older ones are thinned out.
constexpr double dense_s = 5.0;
}  // namespace

long History::Kept::steps_known() const {
  return std::accumulate(frames.begin(), frames.end(), steps,
                         [](long sum, const Frame& frame) { return sum + frame.steps; });
}

double History::first_s() const { return kept_.empty() ? last_s_ : kept_.front()->state.time_s; }
double History::last_s() const { return last_s_; }

std::size_t History::bytes() const {
  std::size_t bytes = spare_ ? spare_->state.bytes() : 0;
  for (const auto& kept : kept_) bytes += kept->state.bytes();
  return bytes;
}

double History::max_gap_s() const {
  double gap_s = 0.0;
  for (std::size_t k = 1; k < kept_.size(); ++k)
    gap_s = std::max(gap_s, kept_[k]->state.time_s - kept_[k - 1]->state.time_s);
  return gap_s;
}

void History::begin(const World& world, long steps) {
  kept_.clear();
  steps_ = last_step_ = steps;
  last_s_ = world.time_s();
  open_ = was_disturbed_ = false;
  wants_one_ = true;
}

void History::parameters_changed() {
  ++parameters_;
  open_ = false;
}

// ---- While the world runs ----

bool History::is_time(double ms_per_step) {
  if (timing_)
    if (const auto ms = watch_.poll_ms()) {
      copy_ms_ = *ms;
      timing_ = false;
    }
  if (wants_one_) return true;
  const double since_ms = static_cast<double>(steps_since_) * ms_per_step;
  return !timing_ && since_ms >= std::max(between_states_ms, copy_ms_ / share_of_steps);
}

void History::begin_frame(World& world, double ms_per_step) {
  if (last_step_ > steps_) {
    while (!kept_.empty() && kept_.back()->steps > steps_) kept_.pop_back();
    if (!kept_.empty())  // frames after the current state
      while (kept_.back()->steps_known() > steps_) kept_.back()->frames.pop_back();
    last_step_ = steps_;
    last_s_ = world.time_s();
    wants_one_ |= kept_.empty() || kept_.back()->steps != steps_;
    open_ = !wants_one_;
  }
  if (is_time(ms_per_step)) take(world);
}

void History::frame_run(const World& world, int steps) {
  if (steps == 0) return;
  if (open_ && kept_.back()->frames.size() < max_frames)
    kept_.back()->frames.push_back({steps, world.dragged_to(), world.breath()});
  else
    open_ = false;
  steps_ += steps;
  steps_since_ += steps;
  last_step_ = steps_;
  last_s_ = world.time_s();
}

void History::take(World& world) {
  wants_one_ = open_ = false;
  make_room();
  auto kept = spare_ ? std::exchange(spare_, nullptr) : std::make_unique<Kept>();
  const bool timed = !timing_;
  try {
    world.capture(kept->state, timed ? &watch_ : nullptr);
  } catch (const Error&) {
    limit_bytes_ = bytes();  // out of memory: makes do with what it has
    return;
  }
  timing_ = true;
  kept->steps = steps_;
  kept->dt_s = world.dt_s();
  kept->parameters = parameters_;
  kept->after_disturbance = std::exchange(was_disturbed_, false);
  kept->frames.clear();
  kept_.push_back(std::move(kept));
  open_ = true;
  steps_since_ = 0;
}

/// Makes room for another state as large as the newest.
void History::make_room() {
  const std::size_t next = kept_.empty() ? 0 : kept_.back()->state.bytes();
  while (!kept_.empty() &&
         (states() >= max_states || bytes() + (spare_ ? 0 : next) > limit_bytes_)) {
    // Removes the state that leaves the smallest gap relative to its age, but the oldest only if it
    // is the only one.
    std::size_t least = kept_.size() > 1 ? kept_.size() - 1 : 0;
    double min_gap = INFINITY;
    for (std::size_t k = 1; k < kept_.size(); ++k) {
      const double after_s = k + 1 < kept_.size() ? kept_[k + 1]->state.time_s : last_s_;
      const double gap_s = after_s - kept_[k - 1]->state.time_s;
      const double gap = gap_s / (last_s_ - kept_[k]->state.time_s + dense_s);
      if (gap < min_gap) least = k, min_gap = gap;
    }
    remove(least);
  }
}

void History::remove(std::size_t k) {
  std::unique_ptr<Kept> removed = std::move(kept_[k]);
  kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(k));
  if (k > 0) {
    Kept& before = *kept_[k - 1];
    if (!removed->after_disturbance && before.steps_known() == removed->steps &&
        before.parameters == removed->parameters &&
        before.frames.size() + removed->frames.size() <= max_frames)
      before.frames.insert(before.frames.end(), removed->frames.begin(), removed->frames.end());
  }
  spare_ = spare_ ? nullptr : std::move(removed);
}

// ---- Seeking ----

void History::give_grab(World& world, const Frame& frame) {
  world.drag_to(frame.mouse_target_m);
  world.blow(frame.breath);
}

std::size_t History::at_or_before(long step) const {
  const auto after = std::ranges::upper_bound(
      kept_, step, {}, [](const std::unique_ptr<Kept>& kept) { return kept->steps; });
  return after == kept_.begin() ? 0 : static_cast<std::size_t>(after - kept_.begin()) - 1;
}

void History::seek(World& world, double time_s, double budget_ms, double ms_per_step) {
  if (kept_.empty()) return;
  const auto after = std::ranges::upper_bound(
      kept_, time_s, {}, [](const std::unique_ptr<Kept>& kept) { return kept->state.time_s; });
  const Kept& kept = **(after == kept_.begin() ? after : after - 1);
  // Nearest end of a frame: only whole frames are reproduced exactly.
  const double wanted = (time_s - kept.state.time_s) / kept.dt_s;
  long steps = 0;
  for (const Frame& frame : kept.frames) {
    if (std::abs(static_cast<double>(steps + frame.steps) - wanted) >
        std::abs(static_cast<double>(steps) - wanted))
      break;
    steps += frame.steps;
  }
  long step = kept.steps + steps;
  if (after != kept_.end() &&
      (*after)->state.time_s - time_s < std::abs(wanted - static_cast<double>(steps)) * kept.dt_s)
    step = (*after)->steps;
  seek_step(world, step, budget_ms, ms_per_step);
}

void History::seek_step(World& world, long step, double budget_ms, double ms_per_step) {
  go_to(world, step, std::numeric_limits<long>::max(), budget_ms, ms_per_step);
}

void History::step_back(World& world, double budget_ms, double ms_per_step) {
  go_to(world, steps_ - 1, steps_ - 1, budget_ms, ms_per_step);
}

void History::go_to(World& world, long step, long latest, double budget_ms, double ms_per_step) {
  if (kept_.empty()) return;
  if (steps_ == last_step_ && kept_.back()->steps != steps_) take(world);  // to return to it
  if (kept_.empty()) return;
  const std::size_t k = at_or_before(step);
  const Kept* from = kept_[k].get();
  long again =
      from->parameters == parameters_ ? std::min(step, from->steps_known()) - from->steps : 0;
  again = std::max(again, 0L);
  if (static_cast<double>(again) * ms_per_step > budget_ms) again = 0;
  if (k + 1 < kept_.size() && kept_[k + 1]->steps <= latest &&
      kept_[k + 1]->steps - step < std::abs(step - from->steps - again)) {
    from = kept_[k + 1].get();
    again = 0;
  }
  world.restore(from->state);
  steps_ = from->steps;
  for (const Frame& frame : from->frames) {
    const int steps = static_cast<int>(std::min<long>(again, frame.steps));
    if (steps == 0) break;
    give_grab(world, frame);
    world.advance({.steps = steps});
    steps_ += steps;
    again -= steps;
  }
  world.blow({});
}

const History::Kept* History::last_good() const {
  for (auto kept = kept_.rbegin(); kept != kept_.rend(); ++kept)
    if ((*kept)->state.is_finite()) return kept->get();
  return nullptr;
}

const WorldState* History::last_finite() const {
  const Kept* good = last_good();
  return good ? &good->state : nullptr;
}

std::string History::first_to_diverge(World& world) const {
  const Kept* good = last_good();
  if (!good) return world.first_not_finite();
  WorldState now;
  try {
    world.capture(now);
  } catch (const Error&) {
    return world.first_not_finite();  // no memory for a second state
  }
  world.restore(good->state);
  for (const Frame& frame : good->frames) {
    give_grab(world, frame);
    for (int step = 0; step < frame.steps && world.finite_now(); ++step) world.advance({});
    if (!world.finite_now()) break;
  }
  world.blow({});
  if (world.finite_now()) world.restore(now);
  std::string first = world.first_not_finite();
  world.restore(now);
  world.finite_now();  // reads the flag again
  return first;
}

}  // namespace limber
