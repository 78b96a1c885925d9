#pragma once

#include <filesystem>
#include <vector>

#include "render/camera.h"
#include "scenes/camera_path_table.h"

namespace limber {

struct CameraKey {
  double time_s;
  Camera camera;
};

/// A way of the camera through views at given times, at rest at its two ends. Target, angles and
/// distance each follow a curve of their own [Steffen90], smooth and never beyond what the two keys
/// around have: views of one target turn about it, and the eye comes neither to the target nor
/// below the floor.
class CameraPath {
 public:
  /// Times rise; there is one key at least. The eye stays above the floors that the keys' cameras
  /// have. From key to key it turns the shorter way.
  explicit CameraPath(std::vector<CameraKey> keys);

  const std::vector<CameraKey>& keys() const { return keys_; }
  double end_s() const { return keys_.back().time_s; }
  /// Before the first key and after the last one it stands there.
  Camera at(double time_s) const;

 private:
  std::vector<CameraKey> keys_;
  std::vector<double> yaw_deg_;  ///< of the keys, without jumps by 360
};

/// floor_m: of the scene that it is for, as Camera::floor_m.
std::vector<CameraKey> camera_keys_of(const std::vector<CameraPathTable>& path, float floor_m);
/// As open_camera_path() reads it. Throws Error as PartFile does.
void write_camera_path(const std::filesystem::path& file, const std::vector<CameraKey>& keys);

}  // namespace limber
