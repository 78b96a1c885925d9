#include "app/compare/comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <set>
#include <utility>

#include "sim/world_state.h"

namespace limber {

namespace {

using namespace std::chrono_literals;

// A measurement reads vertices back, which must take only a small share of the time.
constexpr double between_measurements_s = 0.1;
constexpr double measuring_cost_factor = 10.0;
using Clock = std::chrono::steady_clock;

/// Positions of all published vertices.
std::vector<glm::vec3> places_m(Display& display) {
  std::vector<glm::vec3> places_m;
  for (const PublishedVertex& vertex : display.vertices().read_front())
    places_m.push_back(vertex.position_m);
  return places_m;
}

/// Takes over another session's state and parameters, except the parameters with indices `own`.
void take_state(Session& session, Session& other, const WorldState& state,
                const std::vector<std::size_t>& own) {
  const std::vector<Parameter>& from = other.world().parameters();
  const std::vector<Parameter>& to = session.world().parameters();
  for (std::size_t i = 0; i < to.size(); ++i)
    if (std::ranges::find(own, i) == own.end()) assign(to[i], value_of(from[i]));
  session.world().parameters_changed();
  session.world().restore(state);
}

/// Whether a variant matches a request; a request without a backend matches any.
bool is_meant(const Variant& variant, const Variant& asked) {
  return variant.values == asked.values && (!asked.backend || variant.backend == asked.backend);
}

}  // namespace

Comparison::Comparison(Player& first, const Context& context, int threads,
                       std::function<void()> wake)
    : first_(first), context_(context), threads_(threads), wake_(std::move(wake)) {
  list_players();
}

Comparison::~Comparison() { first_.set_companions({}); }

// ---- Lanes ----

/// Fills in the solver if the variant has none.
Variant Comparison::on_a_solver(Variant variant) const {
  if (!variant.backend) variant.backend = first_.readings().backend;
  return variant;
}

bool Comparison::is_beside(const Variant& variant) const {
  const auto meant = [&](const Variant& other) { return is_meant(other, variant); };
  if (opening_ && opening_->wanted && meant(opening_->variant)) return true;
  if (std::ranges::any_of(waiting_, meant)) return true;
  return std::ranges::any_of(lanes_, [&](const auto& lane) { return meant(lane->variant); });
}

void Comparison::set_beside(const Variant& variant, bool beside) {
  if (beside == is_beside(variant)) return;
  if (beside) {
    waiting_.push_back(on_a_solver(variant));
    open_next();
    return;
  }
  const auto meant = [&](const Variant& other) { return is_meant(other, variant); };
  if (opening_ && meant(opening_->variant)) opening_->wanted = false;
  std::erase_if(waiting_, meant);
  for (std::unique_ptr<Lane>& lane : lanes_)
    if (meant(lane->variant)) retire(lane);
  list_players();
}

std::size_t Comparison::beside_count() const {
  return lanes_.size() + waiting_.size() + (opening_ && opening_->wanted ? 1 : 0);
}

void Comparison::retire(std::unique_ptr<Lane>& lane) {
  lane->player.end();
  ending_.push_back(std::move(lane));
}

void Comparison::close() {
  waiting_.clear();
  if (opening_) opening_->wanted = false;
  for (std::unique_ptr<Lane>& lane : lanes_) retire(lane);
  list_players();
}

void Comparison::list_players() {
  std::erase(lanes_, nullptr);
  players_ = {&first_};
  std::vector<Player*> companions;
  for (const std::unique_ptr<Lane>& lane : lanes_) companions.push_back(&lane->player);
  players_.insert(players_.end(), companions.begin(), companions.end());
  for (Player* player : players_) {
    player->set_in_step(active() && in_step_);
    player->take_turn();  // left over from a finished round
  }
  first_.set_companions(std::move(companions));
  tell_what_differs();
  difference_.clear();
  lane_times_.clear();
  turn_ = players_.size();
  counted_ = true;
}

/// Labels all lanes with their values of the parameters in which any lane differs.
void Comparison::tell_what_differs() {
  std::set<std::size_t> places;
  for (const std::unique_ptr<Lane>& lane : lanes_)
    places.insert(lane->own_parameters.begin(), lane->own_parameters.end());
  for (Player* player : players_)
    player->ask([all = std::vector(places.begin(), places.end())](Session& session) {
      session.compare_by(all);
    });
}

void Comparison::set_in_step(bool in_step) {
  if (in_step_ == in_step) return;
  in_step_ = in_step;
  list_players();
  wants_state_ |= in_step;
}

/// Builds it in the background; it gets the state once it is ready.
void Comparison::open_next() {
  if (opening_ || waiting_.empty()) return;
  const Variant variant = waiting_.front();
  waiting_.erase(waiting_.begin());
  opening_.emplace(
      Opening{.variant = variant,
              .scene_count = first_.scene_count(),
              .session = std::async(std::launch::async, [=, scene = first_.scene(), this] {
                auto session = std::make_unique<Session>(*variant.backend, threads_);
                session->open(scene);
                set_values(session->world().parameters(), variant);
                wake_();
                return session;
              })});
}

void Comparison::take_opened() {
  if (!opening_ || opening_->built || opening_->session.wait_for(0s) != std::future_status::ready)
    return;
  std::exception_ptr failed;
  try {
    opening_->built = opening_->session.get();
  } catch (...) {
    failed = std::current_exception();
  }
  if (opening_->built && is_wanted(*opening_)) return;  // started by go_on()
  opening_.reset();
  open_next();
  if (failed) std::rethrow_exception(failed);
}

bool Comparison::is_wanted(const Opening& opening) const {
  return opening.wanted && opening.scene_count == first_.scene_count();
}

/// Between two frames, all lanes take over the state of the first. Returns whether that is pending
/// or in progress; nothing is simulated meanwhile.
bool Comparison::synchronizes() {
  wants_state_ |= first_.take_restored();
  const bool starts = opening_ && opening_->built;
  if (!starts && !(wants_state_ && active())) {
    wants_state_ = false;
    return false;
  }
  if (synchronizing_ || !all_between_frames()) return true;
  synchronizing_ = true;
  first_.call_between_steps([this](Session& first) {
    synchronizing_ = wants_state_ = false;
    share_state(first);
  });
  return true;
}

void Comparison::share_state(Session& first) {
  const auto state = std::make_shared<WorldState>();
  first.world().capture(*state);
  first.exec().synchronize();
  for (const std::unique_ptr<Lane>& lane : lanes_) lane->player.go_on_from(state);
  if (!opening_ || !opening_->built) return;
  Opening opening = std::move(*opening_);
  opening_.reset();
  open_next();
  if (!is_wanted(opening)) return;
  std::vector<std::size_t> own = set_values(opening.built->world().parameters(), opening.variant);
  take_state(*opening.built, first, *state, own);
  auto lane = std::make_unique<Lane>(std::move(opening.variant), std::move(own),
                                     std::move(opening.built), context_, wake_);
  lane->player.start();
  lane->player.set_paused(first_.paused());
  lanes_.push_back(std::move(lane));
  list_players();
}

/// Closes lanes that have become identical to the first.
void Comparison::end_doubles() {
  const Readings& first = first_.readings();
  bool ended = false;
  for (std::unique_ptr<Lane>& lane : lanes_) {
    const Readings& now = lane->player.readings();
    const auto same = [&](std::size_t place) {
      return place < std::min(now.values.size(), first.values.size()) &&
             now.values[place] == first.values[place];
    };
    if (lane->variant.backend != first.backend || !std::ranges::all_of(lane->own_parameters, same))
      continue;
    retire(lane);
    ended = true;
  }
  if (ended) list_players();
}

// ---- Once a picture ----

/// Closes a lane that fails; the others continue.
template <class Work>
void Comparison::for_lanes(const Work& work) {
  std::exception_ptr failed;
  for (std::unique_ptr<Lane>& lane : lanes_) try {
      work(*lane);
    } catch (...) {
      failed = std::current_exception();
      retire(lane);
    }
  if (!failed) return;
  list_players();
  std::rethrow_exception(failed);
}

bool Comparison::take(double now_s, bool first_whole) {
  take_opened();
  end_doubles();
  std::erase_if(ending_, [](const auto& lane) { return lane->player.ended(); });
  for_lanes([&](Lane& lane) {
    lane.player.deliver();
    lane.player.take(now_s);
    const std::vector<double> ms = lane.player.take_step_times();
    lane.step_ms.insert(lane.step_ms.end(), ms.begin(), ms.end());
  });
  if (active()) lane_times_.add(now_s, readings());
  if (!active() || !in_step_) return first_whole;
  const bool whole = take_turns();
  if (whole) measure(now_s);
  return whole || first_.stands();
}

/// Returns true once per frame, when all lanes have simulated it. A frame that one lane has begun
/// is finished by all, even when paused.
bool Comparison::take_turns() {
  while (turn_ < players_.size() && players_[turn_]->between_frames())
    if (++turn_ < players_.size()) players_[turn_]->take_turn();
  return turn_ == players_.size() && !std::exchange(counted_, true);
}

void Comparison::measure(double now_s) {
  if (now_s < measure_from_s_) return;
  const Clock::time_point begun = Clock::now();
  const double time_s = first_.readings().time_s;
  const std::vector<glm::vec3> first_m = places_m(first_.display());
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    const double apart_s = lane->player.readings().time_s - time_s;
    if (std::abs(apart_s) > 0.5 * first_.readings().dt_s) {
      difference_.clear();
      return;
    }
    lane->difference_m = largest_distance_m(first_m, places_m(lane->display));
    difference_.add(time_s, lane->difference_m);
  }
  const double cost_s = std::chrono::duration<double>(Clock::now() - begun).count();
  measure_from_s_ = now_s + std::max(between_measurements_s, measuring_cost_factor * cost_s);
}

void Comparison::go_on(double real_s, double longest_s, double film_frame_s) {
  const bool film = film_frame_s > 0.0;
  const auto ask = [&](Player& player) {
    return film ? player.go_on_film(real_s, film_frame_s) : player.go_on(real_s, longest_s);
  };
  begins_with_all_ &= opening();
  if (synchronizes() || begins_with_all_) return first_.pass(real_s, film_frame_s);
  if (!active() || !in_step_) {
    for (Player* player : players_) ask(*player);
    return;
  }
  if (!all_between_frames()) return first_.pass(real_s, film_frame_s);
  const double frame_s = ask(first_);
  if (frame_s == 0.0) return;
  // From here on, requests wait for the end of the frame in all lanes.
  for (const std::unique_ptr<Lane>& lane : lanes_)
    if (!lane->player.diverged()) lane->player.begin(frame_s, film, true);
  turn_ = 0;
  counted_ = false;
}

bool Comparison::all_between_frames() const {
  return std::ranges::all_of(players_, [](const Player* p) { return p->between_frames(); });
}

void Comparison::draw(glm::ivec2 size_px) {
  const Display& first = first_.display();
  for_lanes([&](Lane& lane) {
    lane.display.camera = first.camera;
    lane.display.view = first.view;
    lane.display.overlay = first.overlay;
    lane.display.hints = first.hints;
    lane.player.follow_view();
    lane.player.draw(size_px);
  });
}

std::vector<const Readings*> Comparison::readings() const {
  std::vector<const Readings*> readings;
  for (const Player* player : players_) readings.push_back(&player->readings());
  return readings;
}

void Comparison::free_films() {
  for (const std::unique_ptr<Lane>& lane : lanes_) lane->film.free();
}

// ---- The end ----

void Comparison::end() {
  waiting_.clear();
  if (opening_) opening_->wanted = false;
  for (const std::unique_ptr<Lane>& lane : lanes_) lane->player.end();
}

bool Comparison::ended() {
  take_opened();
  const auto over = [](const auto& lane) { return lane->player.ended(); };
  const bool builds = opening_ && !opening_->built;
  return !builds && std::ranges::all_of(lanes_, over) && std::ranges::all_of(ending_, over);
}

std::vector<Beside::Measured> Comparison::measured() const {
  std::vector<Beside::Measured> all;
  for (const std::unique_ptr<Lane>& lane : lanes_)
    all.push_back({lane->variant, lane->step_ms, lane->difference_m});
  return all;
}

}  // namespace limber
