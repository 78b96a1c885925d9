#include "app/tour/tour_notes.h"

#include <algorithm>
#include <utility>

#include "app/display.h"

namespace limber {

namespace {
// Often enough for a grab, whose path is interpolated smoothly.
constexpr double between_keys_s = 0.1;
constexpr float shortest_step_s = 0.1f;  // the minimum in tour files
}  // namespace

void TourNotes::see(const TourSample& now) {
  if (!before_ || now.scene_count != before_->scene_count || now.time_s < before_->time_s)
    begin_step(now, true);
  else if (now.backend != before_->backend)
    begin_step(now, false);
  const double time_s = now.time_s - began_s_;
  see_camera(time_s, now.camera);
  see_hold(time_s, now);
  see_parameters(time_s, now);
  see_tools(time_s);
  before_ = now;
}

void TourNotes::begin_step(const TourSample& now, bool has_scene) {
  if (!steps_.empty()) end_step(steps_.back());
  const bool is_other = !before_ || now.backend != before_->backend;
  TourStep& step = steps_.emplace_back();
  if (has_scene) step.says.scene = now.scene;
  if (is_other) step.says.backend = name_of(now.backend);
  began_s_ = now.time_s;
  keys_.clear();
  blown_until_s_ = 0.0;
  if (has_scene) used_.clear();                           // on the scene before
  if (has_scene && before_) before_->parameters.clear();  // they belong to another scene
}

/// Fills in what is known only at its end.
void TourNotes::end_step(TourStep& step) const {
  step.says.seconds = std::max(static_cast<float>(before_->time_s - began_s_), shortest_step_s);
  if (!step.pulls.empty())
    step.says.seconds = std::max(step.says.seconds, step.pulls.back().end_s());
  std::erase_if(step.pulls, [](const TourPull& pull) { return pull.path.size() < 2; });
  std::vector<CameraKey> keys = keys_;
  const double last_s = before_->time_s - began_s_;
  if (keys.back().camera != before_->camera && last_s > keys.back().time_s)
    keys.push_back({last_s, before_->camera});
  for (const CameraKey& key : keys)
    step.camera.push_back({static_cast<float>(key.time_s), scene_camera_of(key.camera)});
}

/// Adds a key where the camera starts to move, and more while it moves.
void TourNotes::see_camera(double time_s, const Camera& camera) {
  if (keys_.empty()) {
    keys_.push_back({0.0, camera});
    return;
  }
  if (camera == keys_.back().camera) return;
  const double passed_s = time_s - keys_.back().time_s;
  if (passed_s < between_keys_s) return;
  const double rested_s = before_->time_s - began_s_;
  if (passed_s > 2.0 * between_keys_s && before_->camera == keys_.back().camera &&
      rested_s > keys_.back().time_s && rested_s < time_s)
    keys_.push_back({rested_s, before_->camera});
  keys_.push_back({time_s, camera});
}

void TourNotes::see_hold(double time_s, const TourSample& now) {
  std::vector<TourPull>& pulls = steps_.back().pulls;
  const bool was_held = before_ && before_->hold && !pulls.empty();
  if (now.hold && !was_held)
    pulls.push_back({.place = {},
                     .start_s = static_cast<float>(time_s),
                     .at_m = now.hold->at_m,
                     .path = {},
                     .pin = false});
  if (pulls.empty()) return;
  TourPull& pull = pulls.back();
  const float since_s = static_cast<float>(time_s) - pull.start_s;
  const bool is_time = pull.path.empty() || since_s >= pull.path.back().time_s + between_keys_s;
  if (now.hold && is_time) pull.path.push_back({since_s, now.hold->to_m - pull.at_m});
  if (now.hold || !was_held) return;
  if (!pull.path.empty() && since_s > pull.path.back().time_s)
    pull.path.push_back({since_s, before_->hold->to_m - pull.at_m});
  pull.pin = now.pinned > before_->pinned;
}

void TourNotes::see_parameters(double time_s, const TourSample& now) {
  if (!before_) return;
  for (const auto& [key, value] : now.parameters) {
    const auto was = before_->parameters.find(key);
    if (was == before_->parameters.end() || was->second == value) continue;
    steps_.back().sets.push_back(
        {.place = {}, .time_s = static_cast<float>(time_s), .setting = key + "=" + value});
  }
}

/// Air is blown anew for each picture; some of these are enough.
void TourNotes::see_tools(double time_s) {
  std::vector<TourUse>& uses = steps_.back().tools;
  for (const TourTool& tool : std::exchange(used_, {})) {
    const auto* breath = std::get_if<Breath>(&tool);
    if (breath && breath->blows() && time_s < blown_until_s_) continue;
    if (breath) blown_until_s_ = breath->blows() ? time_s + between_keys_s : 0.0;
    uses.push_back({.place = {}, .time_s = static_cast<float>(time_s), .tool = tool});
  }
}

Tour TourNotes::tour() const {
  Tour tour{.id = "notes", .title = "Recorded tour", .steps = steps_};
  if (!tour.steps.empty()) end_step(tour.steps.back());
  return tour;
}

}  // namespace limber
