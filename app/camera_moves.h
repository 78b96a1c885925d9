#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/camera_path.h"

namespace limber {

/// Moves the camera without the mouse: flights to other views, a turntable, a keyframe path. Kept
/// views and keyframes are stored per scene.
class CameraMoves {
 public:
  static constexpr int places = 9;  ///< slots for kept views

  using KeptViews = std::array<std::optional<Camera>, places>;

  CameraMoves() = default;
  CameraMoves(const CameraMoves&) = delete;
  CameraMoves& operator=(const CameraMoves&) = delete;

  /// Selects the scene whose views and keyframes the following calls use. Changing the scene stops
  /// all motion except the turntable.
  void show_scene(const std::string& id);

  void fly(const Camera& from, const Camera& to);
  bool turning = false;      ///< around the target
  float turn_deg_s = 20.0f;  ///< negative: to the left

  // place: slot, from 0
  void keep(int place, const Camera& view) { views_->kept[place] = view; }
  const std::optional<Camera>& kept(int place) const { return views_->kept[place]; }
  int first_free() const;  ///< the last slot if all are taken
  /// The next kept view, cyclically, after the one last returned; empty if none is kept.
  std::optional<int> next();

  /// By scene, to be saved with the settings.
  std::map<std::string, KeptViews> all_kept() const;
  void set_all_kept(const std::map<std::string, KeptViews>& views);

  float key_s = 2.0f;  ///< interval between added keyframes
  void add_key(const Camera& view);
  void clear_keys();
  void set_keys(std::vector<CameraKey> keys);
  const std::vector<CameraKey>& keys() const { return views_->keys; }
  void play();  ///< plays the keyframe path from its start; needs at least one keyframe

  void stop() { path_.reset(); }  ///< except for the turntable
  bool playing() const { return path_ && plays_keys_; }
  bool moving() const { return path_ || turning; }
  /// Advances the camera by `passed_s`.
  void update(Camera& camera, double passed_s);

 private:
  struct Views {
    KeptViews kept;
    std::vector<CameraKey> keys;
  };

  std::map<std::string, Views> of_scenes_;
  std::string scene_;
  Views* views_ = &of_scenes_[scene_];
  int shown_ = -1;  ///< by next(), last
  std::optional<CameraPath> path_;
  bool plays_keys_ = false;  ///< else path_ is a flight
  double time_s_ = 0.0;      ///< on the path
};

}  // namespace limber
