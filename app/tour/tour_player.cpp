#include "app/tour/tour_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/overlay_marks.h"
#include "kernels/buffer.h"
#include "kernels/error.h"

namespace limber {

namespace {

/// Whether more than half of another frame would lie beyond the end of the step.
bool is_over(const TourStep& step, double time_s, double frame_s) {
  return time_s > 0.0 && time_s >= step.says.seconds - frame_s / 2.0;
}

/// Wraps `work`, so that its errors give the position in the tour file.
std::function<void(Session&)> naming(const std::string& place, std::function<void(Session&)> work) {
  return [place, work = std::move(work)](Session& session) {
    try {
      work(session);
    } catch (const Error& error) {
      throw Error(error.code() == ExitCode::usage ? ExitCode::bad_input : error.code(),
                  fmt::format("{}: {}", place, error.what()));
    }
  };
}

bool is_held(World& world) { return world.grabbed_vertex() >= 0; }

/// Grabs the drawn vertex nearest to a point. Throws Error(bad_input) if it cannot be grabbed.
void grab_at(Session& session, glm::vec3 at_m) {
  World& world = session.world();
  Buffer<PublishedVertex> published(session.exec(), world.draw_list().vertex_count);
  published.zero(session.exec());
  world.advance({.steps = 0, .publish = published.view()});
  const std::vector<PublishedVertex> vertices = published.download(session.exec());
  const auto nearest = std::ranges::min_element(vertices, {}, [&](const PublishedVertex& vertex) {
    return glm::distance(vertex.position_m, at_m);
  });
  if (nearest != vertices.end()) world.grab_at(static_cast<int>(nearest - vertices.begin()), at_m);
  if (!is_held(world))
    throw Error(ExitCode::bad_input, "the object nearest to at_m cannot be dragged");
}

}  // namespace

TourPlayer::TourPlayer(Tour tour, TourStage& stage, bool loop)
    : tour_(std::move(tour)), stage_(stage), loop_(loop) {}

bool TourPlayer::go_on(double passed_s) {
  if (over_) return false;
  if (is_over(step(), time_s_, passed_s)) {
    if (entered_) end_step();
    if (!next_step()) return false;
  }
  if (!stage_.ready()) return false;
  if (!std::exchange(entered_, true)) enter();
  set();
  use_tools();
  time_s_ += passed_s;
  pull();
  return true;
}

void TourPlayer::stop() {
  if (pulling_) let_go();
  stage_.work([](Session& session) { session.world().blow({}); });
}

/// What its last frame left to do.
void TourPlayer::end_step() {
  time_s_ = step().says.seconds;
  set();
  use_tools();
}

/// Returns whether there is a next step.
bool TourPlayer::next_step() {
  if (is_last()) {
    over_ = true;
    return false;
  }
  const Camera last = camera();
  if (pulling_) let_go();  // it ends with the step, up to rounding
  step_ = next();
  time_s_ = 0.0;
  sets_ = tools_ = pulls_ = 0;
  entered_ = false;
  opened_ = !step().says.scene.empty();
  if (opened_)
    stage_.open(step().says.scene);
  else
    path_.emplace(std::vector<CameraKey>{{0.0, last}});
  return true;
}

void TourPlayer::enter() {
  const TourStepTable& says = step().says;
  if (says.backend != "same") stage_.use(backend_named(says.backend).value_or(best_backend()));
  if (opened_) path_.emplace(std::vector<CameraKey>{{0.0, stage_.home()}});
  const std::string& scene = tour_.steps[next()].says.scene;
  if (!is_last() && !scene.empty()) stage_.prepare(scene);
  if (!step().camera.empty()) path_.emplace(camera_keys_of(step().camera, stage_.home().floor_m));
}

void TourPlayer::set() {
  const std::vector<TourSet>& all = step().sets;
  for (; sets_ < all.size() && all[sets_].time_s <= time_s_; ++sets_)
    stage_.work(naming(all[sets_].place, [setting = all[sets_].setting](Session& session) {
      override_parameters(session.world(), {setting});
    }));
}

void TourPlayer::use_tools() {
  const std::vector<TourUse>& all = step().tools;
  for (; tools_ < all.size() && all[tools_].time_s <= time_s_; ++tools_)
    stage_.use_tool(all[tools_]);
}

glm::vec3 TourPlayer::pulled_to_m() const {
  const TourPull& pull = step().pulls[pulls_];
  const View<const PathKey> keys(pull.path.data(), static_cast<int>(pull.path.size()));
  const Path path{.first = 0, .count = keys.size, .repeats = 0};
  glm::vec3 velocity_m_s;
  return pull.at_m +
         path_shift_m(path, keys, static_cast<float>(time_s_) - pull.start_s, velocity_m_s);
}

void TourPlayer::pull() {
  const std::vector<TourPull>& all = step().pulls;
  if (pulls_ == all.size()) return;
  const TourPull& now = all[pulls_];
  if (time_s_ < now.start_s) return;
  if (!std::exchange(pulling_, true))
    stage_.work(naming(now.place, [at_m = now.at_m](Session& session) { grab_at(session, at_m); }));
  stage_.work([to_m = pulled_to_m()](Session& session) {
    if (is_held(session.world())) session.world().drag_to(to_m);
  });
  if (time_s_ >= now.end_s()) let_go();
}

void TourPlayer::let_go() {
  stage_.work([pin = step().pulls[pulls_].pin](Session& session) {
    if (is_held(session.world())) session.world().release(pin);
  });
  ++pulls_;
  pulling_ = false;
}

Camera TourPlayer::camera() const {
  if (!path_) return stage_.home();
  Camera camera = path_->at(time_s_);
  camera.orbit(step().says.turn_deg_s * static_cast<float>(time_s_), 0.0f);
  return camera;
}

Overlay TourPlayer::overlay(int grabbed_vertex, const std::vector<int>& pinned_vertices) const {
  Overlay overlay = pin_marks(pinned_vertices);
  if (pulling_ && grabbed_vertex >= 0) add_pull_marks(overlay, grabbed_vertex, pulled_to_m());
  return overlay;
}

Tour opened_tour(const Options& options) {
  Tour tour = open_tour(options.tour);
  hurry(tour, options.tour_pace);
  return tour;
}

int frame_count(const Tour& tour, double frame_s) {
  int count = 0;
  for (const TourStep& step : tour.steps)
    for (double time_s = 0.0; !is_over(step, time_s, frame_s); time_s += frame_s) ++count;
  return count;
}

}  // namespace limber
