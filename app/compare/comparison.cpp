#include "app/compare/comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "sim/moment.h"

namespace limber {

namespace {

using namespace std::chrono_literals;

/// Vertices are read back for it.
constexpr double between_measurements_s = 0.1;

/// Of all that is shown.
std::vector<glm::vec3> places_m(Display& display) {
  std::vector<glm::vec3> places_m;
  for (const PublishedVertex& vertex : display.vertices().read_front())
    places_m.push_back(vertex.position_m);
  return places_m;
}

/// The parameters and the state of another one.
void take_state(Session& session, Session& other, const Moment& moment) {
  const std::vector<Parameter>& from = other.world().parameters();
  const std::vector<Parameter>& to = session.world().parameters();
  for (std::size_t i = 0; i < to.size(); ++i) assign(to[i], value_of(from[i]));
  session.world().parameters_changed();
  session.world().restore(moment);
}

}  // namespace

Comparison::Comparison(Player& first, const Context& context, int threads,
                       std::function<void()> wake)
    : first_(first), context_(context), threads_(threads), wake_(std::move(wake)) {
  list_players();
}

Comparison::~Comparison() { first_.set_companions({}); }

bool Comparison::is_beside(Solver solver) const {
  if (opening_ && opening_->wanted && opening_->solver == solver) return true;
  if (std::ranges::find(waiting_, solver) != waiting_.end()) return true;
  return std::ranges::any_of(
      lanes_, [&](const auto& lane) { return lane->player.readings().solver == solver; });
}

void Comparison::set_beside(Solver solver, bool beside) {
  if (beside == is_beside(solver)) return;
  if (!beside) {
    if (opening_ && opening_->solver == solver) opening_->wanted = false;
    std::erase(waiting_, solver);
    for (std::unique_ptr<Lane>& lane : lanes_)
      if (lane->player.readings().solver == solver) {
        lane->player.end();
        ending_.push_back(std::move(lane));
      }
    std::erase(lanes_, nullptr);
    list_players();
    return;
  }
  waiting_.push_back(solver);
  open_next();
}

/// It is built beside the window, and gets the state once it is there.
void Comparison::open_next() {
  if (opening_ || waiting_.empty()) return;
  const Solver solver = waiting_.front();
  waiting_.erase(waiting_.begin());
  opening_.emplace(
      Opening{.solver = solver,
              .session = std::async(std::launch::async, [=, scene = first_.scene(), this] {
                auto session = std::make_unique<Session>(solver, threads_);
                session->open(scene);
                wake_();
                return session;
              })});
}

void Comparison::close() {
  waiting_.clear();
  if (opening_) opening_->wanted = false;
  for (std::unique_ptr<Lane>& lane : std::exchange(lanes_, {})) {
    lane->player.end();
    ending_.push_back(std::move(lane));
  }
  list_players();
}

bool Comparison::ended() const {
  return !opening_ &&
         std::ranges::all_of(ending_, [](const auto& lane) { return lane->player.ended(); });
}

void Comparison::list_players() {
  players_ = {&first_};
  std::vector<Player*> companions;
  for (const std::unique_ptr<Lane>& lane : lanes_) companions.push_back(&lane->player);
  players_.insert(players_.end(), companions.begin(), companions.end());
  first_.set_companions(std::move(companions));
  difference_.clear();
  frame_counted_ = true;
}

void Comparison::take_opened() {
  if (!opening_ || opening_->session.wait_for(0s) != std::future_status::ready) return;
  Opening opening = std::move(*opening_);
  opening_.reset();
  std::unique_ptr<Session> session = opening.session.get();
  if (opening.wanted) start(std::move(session));
  open_next();
}

/// All go on from the state of the first one as it is then.
void Comparison::start(std::unique_ptr<Session> opened) {
  const auto session = std::make_shared<std::unique_ptr<Session>>(std::move(opened));
  const auto same_scene = first_.scene_count();
  first_.stand_for([this, session, same_scene](Session& first) {
    if (first_.scene_count() != same_scene) return;
    const auto moment = std::make_shared<Moment>();
    first.world().capture(*moment);
    first.exec().synchronize();
    for (const std::unique_ptr<Lane>& lane : lanes_) lane->player.go_on_from(moment);
    take_state(**session, first, *moment);
    lanes_.push_back(std::make_unique<Lane>(std::move(*session), context_, wake_));
    lanes_.back()->player.start();
    lanes_.back()->player.set_paused(first_.paused());
    list_players();
  });
}

bool Comparison::take(double now_s, bool first_whole) {
  take_opened();
  std::erase_if(ending_, [](const auto& lane) { return lane->player.ended(); });
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    lane->player.deliver();
    lane->player.take(now_s);
  }
  for (Player* player : players_) player->answer_between_frames(active() && in_step);
  if (!active() || !in_step || first_.stands()) return first_whole;
  if (frame_counted_ || !all_between_frames()) return false;
  frame_counted_ = true;
  measure(now_s);
  return true;
}

bool Comparison::all_between_frames() const {
  return std::ranges::all_of(players_, [](const Player* p) { return p->between_frames(); });
}

void Comparison::measure(double now_s) {
  if (now_s - measured_at_s_ < between_measurements_s) return;
  measured_at_s_ = now_s;
  const double time_s = first_.readings().time_s;
  const std::vector<glm::vec3> first_m = places_m(first_.display());
  for (const std::unique_ptr<Lane>& lane : lanes_)
    if (std::abs(lane->player.readings().time_s - time_s) < 0.5 * first_.readings().dt_s)
      difference_.measure(time_s, first_m, places_m(lane->display));
}

void Comparison::go_on(double real_s, double longest_s, double film_frame_s) {
  const bool film = film_frame_s > 0.0;
  const auto ask = [&](Player& player) {
    return film ? player.go_on_film(real_s, film_frame_s) : player.go_on(real_s, longest_s);
  };
  if (!active() || !in_step) {
    for (Player* player : players_) ask(*player);
    return;
  }
  if (!all_between_frames()) {
    first_.pass(real_s, film_frame_s);
    return;
  }
  const double frame_s = ask(first_);
  if (frame_s == 0.0) return;
  for (const std::unique_ptr<Lane>& lane : lanes_) lane->player.begin_frame(frame_s, film);
  frame_counted_ = false;
}

std::vector<const Readings*> Comparison::readings() const {
  std::vector<const Readings*> readings;
  for (const Player* player : players_) readings.push_back(&player->readings());
  return readings;
}

void Comparison::look_alike() {
  const Display& first = first_.display();
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    lane->display.camera = first.camera;
    lane->display.view = first.view;
    lane->display.overlay = first.overlay;
  }
}

}  // namespace limber
