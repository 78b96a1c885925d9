#include "app/camera_moves.h"

#include <algorithm>
#include <utility>

namespace limber {

namespace {
constexpr double flight_s = 0.6;
}

void CameraMoves::show_scene(const std::string& id) {
  if (id == scene_) return;
  scene_ = id;
  views_ = &of_scenes_[id];
  shown_ = -1;
  stop();
}

void CameraMoves::fly(const Camera& from, const Camera& to) {
  path_.emplace(std::vector<CameraKey>{{0.0, from}, {flight_s, to}});
  plays_keys_ = false;
  time_s_ = 0.0;
}

int CameraMoves::first_free() const {
  const auto free =
      std::ranges::find_if(views_->kept, [](const auto& view) { return !view.has_value(); });
  return std::min(static_cast<int>(free - views_->kept.begin()), places - 1);
}

std::optional<int> CameraMoves::next() {
  for (int i = 1; i <= places; ++i) {
    const int place = (shown_ + i) % places;
    if (!views_->kept[place]) continue;
    shown_ = place;
    return place;
  }
  return std::nullopt;
}

std::map<std::string, CameraMoves::KeptViews> CameraMoves::all_kept() const {
  std::map<std::string, KeptViews> all;
  for (const auto& [scene, views] : of_scenes_)
    if (std::ranges::any_of(views.kept, [](const auto& view) { return view.has_value(); }))
      all[scene] = views.kept;
  return all;
}

void CameraMoves::set_all_kept(const std::map<std::string, KeptViews>& views) {
  for (const auto& [scene, kept] : views) of_scenes_[scene].kept = kept;
}

void CameraMoves::add_key(const Camera& view) {
  std::vector<CameraKey>& keys = views_->keys;
  keys.push_back({keys.empty() ? 0.0 : keys.back().time_s + key_s, view});
}

void CameraMoves::clear_keys() {
  if (playing()) stop();
  views_->keys.clear();
}

void CameraMoves::set_keys(std::vector<CameraKey> keys) { views_->keys = std::move(keys); }

void CameraMoves::play() {
  path_.emplace(views_->keys);
  plays_keys_ = true;
  time_s_ = 0.0;
}

void CameraMoves::update(Camera& camera, double passed_s) {
  if (!path_) {
    if (turning) camera.orbit(turn_deg_s * static_cast<float>(passed_s), 0.0f);
    return;
  }
  time_s_ += passed_s;
  camera = path_->at(time_s_);
  if (time_s_ >= path_->end_s()) stop();
}

}  // namespace limber
