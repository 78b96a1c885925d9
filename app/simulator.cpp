#include "app/simulator.h"

#include <iterator>
#include <limits>
#include <utility>

namespace limber {

namespace {

using namespace std::chrono_literals;

// Requests are handled between pieces. Film frames are simulated in one piece, as without a window,
// unless they take so long that the program must be able to end in between.
constexpr double piece_ms = 30.0, film_piece_ms = 250.0;
constexpr int all_steps = std::numeric_limits<int>::max();
constexpr auto between_residuals = 50ms;  // measuring has a cost
constexpr auto between_curves = 200ms;    // convergence curves, ...
constexpr int curves_cost_factor = 10;    // ... and at least this multiple of their cost
constexpr auto moment = 200ms;            // for requests made just before the end

}  // namespace

Simulator::Simulator(Session& session, std::function<void()> wake)
    : session_(session), wake_(std::move(wake)) {}

Simulator::~Simulator() { wait_for_end(); }

void Simulator::start() {
  over_ = false;
  thread_ = std::thread([this] { run(); });
}

void Simulator::end() {
  const Lock lock(mutex_);
  if (!ending_) ends_since_ = Clock::now();
  ending_ = true;
  changed_.notify_all();
}

bool Simulator::ended() const {
  const Lock lock(mutex_);
  return over_;
}

void Simulator::wait_for_end() {
  end();
  if (thread_.joinable()) thread_.join();
}

// ---- Requests ----

void Simulator::ask(Asked asked) {
  const Lock lock(mutex_);
  ++asked_;
  asked.frame = frame_ ? frame_->number : 0;
  const bool later = waits_for_the_frame() && !asked.breaks_off;
  (later ? later_asks_ : asks_).push_back(std::move(asked));
  changed_.notify_all();
}

void Simulator::ask_for_value(std::size_t parameter, ParameterValue value) {
  const Lock lock(mutex_);
  ++asked_;
  const bool later = waits_for_the_frame();
  ++(later ? later_values_asked_ : values_asked_);
  (later ? later_values_ : values_)[parameter] = std::move(value);
  changed_.notify_all();
}

void Simulator::blow(const Breath& breath) {
  const Lock lock(mutex_);
  (waits_for_the_frame() ? later_breath_ : breath_) = breath;
}

void Simulator::drag_to(glm::vec3 target_m) {
  const Lock lock(mutex_);
  (waits_for_the_frame() ? later_target_m_ : target_m_) = target_m;
}

void Simulator::measure(const MeasureWish& wish) {
  const Lock lock(mutex_);
  wish_ = wish;
  changed_.notify_all();
}

void Simulator::show_field(int field) {
  const Lock lock(mutex_);
  field_ = field;
  changed_.notify_all();
}

void Simulator::begin_frame(double frame_s, bool film, bool waits) {
  const Lock lock(mutex_);
  frame_ = Frame{frame_s, film, ++frames_asked_, waits};
  changed_.notify_all();
}

void Simulator::answer_between_frames(bool whole) {
  const Lock lock(mutex_);
  whole_frames_ = whole;
  if (!whole) ask_what_waited();
}

bool Simulator::waits_for_the_frame() const { return whole_frames_ && frame_; }

/// Call at the end of a frame.
void Simulator::ask_what_waited() {
  asks_.insert(asks_.end(), std::make_move_iterator(later_asks_.begin()),
               std::make_move_iterator(later_asks_.end()));
  later_asks_.clear();
  for (auto& [parameter, value] : later_values_) values_[parameter] = std::move(value);
  later_values_.clear();
  values_asked_ += std::exchange(later_values_asked_, 0);
  if (later_target_m_) target_m_ = std::exchange(later_target_m_, std::nullopt);
  if (later_breath_) breath_ = std::exchange(later_breath_, std::nullopt);
  changed_.notify_all();
}

void Simulator::take_turn() {
  const Lock lock(mutex_);
  if (frame_) frame_->waits = false;
  changed_.notify_all();
}

bool Simulator::frame_under_way() const {
  const Lock lock(mutex_);
  return frame_.has_value();
}

void Simulator::hold(bool held) {
  const Lock lock(mutex_);
  held_ = held;
  changed_.notify_all();
}

// ---- Results ----

void Simulator::deliver() {
  std::deque<Answered> answers;
  {
    const Lock lock(mutex_);
    answers.swap(answers_);
  }
  while (!answers.empty()) {
    const Answered answer = std::move(answers.front());
    answers.pop_front();
    std::exception_ptr failed = answer.failed;
    if (answer.then) {
      failed = nullptr;
      try {
        answer.then(answer.failed);
      } catch (...) {
        failed = std::current_exception();
      }
    }
    const Lock lock(mutex_);
    if (answer.then) {
      stands_ = false;
      changed_.notify_all();
    }
    if (!failed) continue;
    answers_.insert(answers_.begin(), std::make_move_iterator(answers.begin()),
                    std::make_move_iterator(answers.end()));
    std::rethrow_exception(failed);
  }
}

void Simulator::check() const {
  const Lock lock(mutex_);
  if (broken_) std::rethrow_exception(broken_);
}

std::shared_ptr<const Readings> Simulator::readings() const {
  const Lock lock(mutex_);
  return readings_;
}

std::shared_ptr<HandOver> Simulator::vertices() const {
  const Lock lock(mutex_);
  return vertices_;
}

double Simulator::piece_s() const {
  const Lock lock(mutex_);
  if (!piece_since_) return 0.0;
  return std::chrono::duration<double>(Clock::now() - *piece_since_).count();
}

std::vector<double> Simulator::take_step_times() {
  const Lock lock(mutex_);
  return std::exchange(step_times_, {});
}

void Simulator::publish_into(std::shared_ptr<HandOver> vertices) {
  const Lock lock(mutex_);
  vertices_ = std::move(vertices);
  told_ = false;
}

void Simulator::publish_here() {
  Lock lock(mutex_);
  publish(lock, true);
}

void Simulator::forget_values() {
  const Lock lock(mutex_);
  values_.clear();
  later_values_.clear();
  answered_ += std::exchange(values_asked_, 0) + std::exchange(later_values_asked_, 0);
}

// ---- The thread ----

void Simulator::run() {
  Lock lock(mutex_);
  while (!broken_ && !(ending_ && stands_)) {
    const auto is_asked = [&] { return !asks_.empty() || !values_.empty(); };
    changed_.wait(lock, [&] {
      return ending_ || is_asked() || may_step() || has_to_publish() || has_to_measure();
    });
    if (ending_ && !(is_asked() && may_still_answer())) break;
    try {
      if (!values_.empty())
        answer_values(lock);
      else if (!asks_.empty())
        answer_next(lock);
      else if (may_step())
        run_piece(lock);
      else
        publish(lock);
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      broken_ = std::current_exception();
    }
  }
  piece_since_.reset();
  over_ = true;
  wake_();
}

void Simulator::end_frame() {
  frame_.reset();
  ask_what_waited();
}

bool Simulator::has_to_measure() const {
  return wish_.convergence && held_ && converged_state_ != state_;
}

bool Simulator::may_still_answer() const { return Clock::now() - ends_since_ < moment; }

void Simulator::take_target(Lock& lock) {
  const std::optional<glm::vec3> target_m = std::exchange(target_m_, std::nullopt);
  const std::optional<Breath> breath = std::exchange(breath_, std::nullopt);
  lock.unlock();
  if (breath) session_.world().blow(*breath);
  if (target_m) session_.world().drag_to(*target_m);
}

void Simulator::answer_next(Lock& lock) {
  Asked asked = std::move(asks_.front());
  asks_.pop_front();
  std::exception_ptr failed;
  if (!asked.then) piece_since_ = Clock::now();
  take_target(lock);
  try {
    asked.work(session_);
  } catch (...) {
    failed = std::current_exception();
  }
  asked.work = {};  // before the window is notified, since it may hold the window's objects
  lock.lock();
  piece_since_.reset();
  if (asked.breaks_off && frame_ && frame_->number == asked.frame) end_frame();
  if (asked.then) stands_ = true;
  if (asked.then || failed) {
    answers_.push_back({std::move(asked.then), failed});
    wake_();
    changed_.wait(lock, [&] { return !stands_ || ending_; });
    if (stands_) return;
  }
  ++answered_;
  ++state_;
  publish(lock);
}

/// Sets all values or none. Returns the error, if any.
std::exception_ptr Simulator::set_values(const std::map<std::size_t, ParameterValue>& values) {
  const std::vector<Parameter>& parameters = session_.world().parameters();
  std::vector<std::pair<std::size_t, ParameterValue>> before;
  try {
    for (const auto& [place, value] : values) {
      before.emplace_back(place, value_of(parameters.at(place)));
      assign(parameters[place], value);
    }
    session_.world().parameters_changed();
    session_.parameters_changed();
    return nullptr;
  } catch (...) {
    for (const auto& [place, value] : before) assign(parameters[place], value);
    return std::current_exception();
  }
}

void Simulator::answer_values(Lock& lock) {
  const auto values = std::exchange(values_, {});
  const long asked = std::exchange(values_asked_, 0);
  lock.unlock();
  std::vector<std::exception_ptr> failures;
  if (set_values(values))  // some conflict: find out which
    for (const auto& value : values)
      if (const std::exception_ptr failed = set_values({value})) failures.push_back(failed);
  lock.lock();
  if (!quiet_)
    for (const std::exception_ptr& failed : failures) answers_.push_back({{}, failed});
  answered_ += asked;
  ++state_;
  publish(lock);
}

void Simulator::run_piece(Lock& lock) {
  const Frame frame = *frame_;
  const MeasureWish wish = wish_;
  const int field = field_;
  const std::shared_ptr<HandOver> vertices = vertices_;
  piece_since_ = Clock::now();
  take_target(lock);
  if (!frame.begun) session_.begin_frame(frame.frame_s);
  session_.run_piece(frame.film ? film_piece_ms : piece_ms, frame.film ? all_steps : 1, !frame.film,
                     vertices->written(), field);
  session_.exec().synchronize();
  const bool finite = session_.world().finite();
  const bool whole = session_.left() == 0 || !finite;
  const bool shown = whole || !frame.film;
  if (shown) vertices->give(field);
  look_at_divergence();
  measure_now(wish, true, false);
  std::vector<double> times = session_.take_step_times();
  lock.lock();
  piece_since_.reset();
  step_times_.insert(step_times_.end(), times.begin(), times.end());
  ++state_;
  frame_->begun = true;
  if (whole) end_frame();
  if (shown) published_field_ = field;
  readings_ = read();
  wake_();
}

void Simulator::publish(Lock& lock, bool anyway) {
  const MeasureWish wish = wish_;
  const int field = field_;
  const bool between_pieces = may_step() && !anyway;  // the next one shows the changes
  const bool stands = held_;
  const std::shared_ptr<HandOver> vertices = vertices_;
  lock.unlock();
  if (!between_pieces) {
    session_.publish_again(vertices->written(), field);
    session_.exec().synchronize();
    vertices->give(field);
    look_at_divergence();
    measure_now(wish, false, stands);
  }
  lock.lock();
  if (!between_pieces) published_field_ = field;
  readings_ = read();
  wake_();
}

void Simulator::look_at_divergence() {
  if (session_.world().finite())
    divergence_.reset();
  else if (!divergence_)
    divergence_ = session_.divergence();
}

/// has_stepped: a step was made since the last call. stands: the state is not changing.
void Simulator::measure_now(const MeasureWish& wish, bool has_stepped, bool stands) {
  World& world = session_.world();
  if (!told_) {
    measured_ = {};
    residuals_.clear();
    told_ = true;
  }
  if (wish.stages != measured_.stages) world.set_profiling(wish.stages);
  measured_ = wish;
  const long state = std::exchange(converged_state_, stands && wish.convergence ? state_ : -1);
  if (!world.finite()) return;
  const Clock::time_point now = Clock::now();
  if (wish.residuals && has_stepped && now - residuals_at_ >= between_residuals) {
    world.request_residuals();
    session_.exec().synchronize();
    residuals_ = world.residuals();
    residuals_at_ = now;
    ++residuals_measured_;
  }
  // In a constant state, the same step would be measured again and again.
  if (wish.convergence && (stands ? state != state_ : has_stepped && now >= curves_wanted_at_)) {
    world.request_convergence();
    session_.exec().synchronize();
    const Clock::time_point end = Clock::now();
    curves_wanted_at_ =
        end + std::max<Clock::duration>(between_curves, curves_cost_factor * (end - now));
  }
}

std::shared_ptr<const Readings> Simulator::read() {
  World& world = session_.world();
  auto now = std::make_shared<Readings>(readings_of(session_));
  now->answered = answered_;
  if (divergence_) now->divergence = *divergence_;
  if (const History* history = session_.history())
    now->history = {history->first_s(), history->last_s(),      history->states(),
                    history->bytes(),   history->limit_bytes(), history->max_gap_s()};
  now->residuals = residuals_;
  now->residuals_measured = residuals_measured_;
  if (measured_.convergence) now->convergence = world.convergence();
  if (measured_.stages) now->stages = world.stages();
  return now;
}

}  // namespace limber
