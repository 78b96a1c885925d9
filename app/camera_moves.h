#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/camera_path.h"

namespace limber {

/// What moves the camera without the mouse: flights to other views, a turntable, a path of keys.
/// Views that are kept, and keys, are a scene's own.
class CameraMoves {
 public:
  static constexpr int places = 9;  ///< for views that are kept

  using KeptViews = std::array<std::optional<Camera>, places>;

  CameraMoves() = default;
  CameraMoves(const CameraMoves&) = delete;
  CameraMoves& operator=(const CameraMoves&) = delete;

  /// Whose views and keys the following are. Another scene ends what moves, but for the turntable.
  void show_scene(const std::string& id);

  void fly(const Camera& from, const Camera& to);
  bool turning = false;      ///< about the target
  float turn_deg_s = 20.0f;  ///< to the left for less than 0

  // place: from 0
  void keep(int place, const Camera& view) { views_->kept[place] = view; }
  const std::optional<Camera>& kept(int place) const { return views_->kept[place]; }
  int first_free() const;  ///< the last where all are taken
  /// The kept view that follows the one that next() returned last; none where none is kept.
  std::optional<int> next();

  /// By scene, for other starts of the program.
  std::map<std::string, KeptViews> all_kept() const;
  void set_all_kept(const std::map<std::string, KeptViews>& views);

  float key_s = 2.0f;  ///< from key to key of those that are added
  void add_key(const Camera& view);
  void clear_keys();
  void set_keys(std::vector<CameraKey> keys);
  const std::vector<CameraKey>& keys() const { return views_->keys; }
  void play();  ///< the path of all keys, from its start; there is one at least

  void stop() { path_.reset(); }  ///< but for the turntable
  bool playing() const { return path_ && plays_keys_; }
  bool moving() const { return path_ || turning; }
  /// Moves it on by so much time.
  void update(Camera& camera, double passed_s);

 private:
  struct Views {
    KeptViews kept;
    std::vector<CameraKey> keys;
  };

  std::map<std::string, Views> of_scenes_;
  std::string scene_;
  Views* views_ = &of_scenes_[scene_];
  int shown_ = -1;  ///< by next()
  std::optional<CameraPath> path_;
  bool plays_keys_ = false;  ///< else it is a flight
  double time_s_ = 0.0;      ///< on the path
};

}  // namespace limber
