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

/// A camera path through keyframes, at rest at both ends. Target, angles and distance are each
/// interpolated monotonically [Steffen90], without overshoot: keyframes with the same target orbit
/// it, and the eye never reaches the target or goes below the floor.
class CameraPath {
 public:
  /// At least one key, in increasing order of time. The eye stays above the keys' floor_m. Between
  /// keys the yaw takes the shorter direction.
  explicit CameraPath(std::vector<CameraKey> keys);

  const std::vector<CameraKey>& keys() const { return keys_; }
  double end_s() const { return keys_.back().time_s; }
  /// Clamped to the first and the last key.
  Camera at(double time_s) const;

 private:
  std::vector<CameraKey> keys_;
  std::vector<double> yaw_deg_;  ///< of the keys, unwrapped
};

/// floor_m: the scene's, as in Camera::floor_m.
std::vector<CameraKey> camera_keys_of(const std::vector<CameraPathTable>& path, float floor_m);
/// Writes the format that open_camera_path() reads. Throws Error as PartFile does.
void write_camera_path(const std::filesystem::path& file, const std::vector<CameraKey>& keys);

}  // namespace limber
