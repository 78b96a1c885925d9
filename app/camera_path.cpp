#include "app/camera_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/display.h"
#include "app/stats.h"

namespace limber {

namespace {

/// The interpolated values of a camera: target, yaw, pitch, logarithm of the distance, field of
/// view.
using Values = std::array<double, 7>;

Values values_of(const Camera& camera, double yaw_deg) {
  return {camera.target_m.x, camera.target_m.y,           camera.target_m.z, yaw_deg,
          camera.pitch_deg,  std::log(camera.distance_m), camera.fov_deg};
}

void take(Camera& camera, const Values& values) {
  camera.target_m = glm::vec3(values[0], values[1], values[2]);
  camera.yaw_deg = static_cast<float>(std::remainder(values[3], 360.0));
  camera.pitch_deg = static_cast<float>(values[4]);
  camera.distance_m = static_cast<float>(std::exp(values[5]));
  camera.fov_deg = static_cast<float>(values[6]);
}

/// Slope at a point, from the slopes and widths of the two adjacent intervals. With these, the
/// cubic never overshoots the values at its ends.
double steffen_slope(double slope_before, double width_before, double slope_after,
                     double width_after) {
  const double of_parabola =
      (slope_before * width_after + slope_after * width_before) / (width_before + width_after);
  return (std::copysign(1.0, slope_before) + std::copysign(1.0, slope_after)) *
         std::min({std::abs(slope_before), std::abs(slope_after), 0.5 * std::abs(of_parabola)});
}

/// Hermite cubic from a to b with these end slopes, s from 0 to 1.
double cubic(double a, double slope_a, double b, double slope_b, double width, double s) {
  const double da = slope_a * width, db = slope_b * width;
  return a + s * (da + s * (3.0 * (b - a) - 2.0 * da - db + s * (2.0 * (a - b) + da + db)));
}

}  // namespace

CameraPath::CameraPath(std::vector<CameraKey> keys) : keys_(std::move(keys)) {
  for (CameraKey& key : keys_) {
    key.camera.stay_above_floor();
    const double yaw_deg = key.camera.yaw_deg;
    const double before = yaw_deg_.empty() ? yaw_deg : yaw_deg_.back();
    yaw_deg_.push_back(before + std::remainder(yaw_deg - before, 360.0));
  }
}

Camera CameraPath::at(double time_s) const {
  const auto after = std::ranges::upper_bound(keys_, time_s, {}, &CameraKey::time_s);
  if (after == keys_.begin()) return keys_.front().camera;
  if (after == keys_.end()) return keys_.back().camera;
  const auto k = static_cast<std::size_t>(after - keys_.begin()) - 1;
  const auto width = [&](std::size_t i) { return keys_[i + 1].time_s - keys_[i].time_s; };
  const auto value = [&](std::size_t i, std::size_t which) {
    return values_of(keys_[i].camera, yaw_deg_[i])[which];
  };
  const auto slope_between = [&](std::size_t i, std::size_t which) {
    return (value(i + 1, which) - value(i, which)) / width(i);
  };
  const auto slope_at = [&](std::size_t i, std::size_t which) {
    if (i == 0 || i + 1 == keys_.size()) return 0.0;
    return steffen_slope(slope_between(i - 1, which), width(i - 1), slope_between(i, which),
                         width(i));
  };
  Values values{};
  for (std::size_t which = 0; which < values.size(); ++which)
    values[which] = cubic(value(k, which), slope_at(k, which), value(k + 1, which),
                          slope_at(k + 1, which), width(k), (time_s - keys_[k].time_s) / width(k));
  Camera camera = keys_[k].camera;
  take(camera, values);
  camera.stay_above_floor();
  return camera;
}

std::vector<CameraKey> camera_keys_of(const std::vector<CameraPathTable>& path, float floor_m) {
  std::vector<CameraKey> keys;
  for (const CameraPathTable& key : path) {
    keys.push_back({key.time_s, camera_of(key.camera)});
    keys.back().camera.floor_m = floor_m;
  }
  return keys;
}

void write_camera_path(const std::filesystem::path& file, const std::vector<CameraKey>& keys) {
  std::vector<CameraPathTable> path;
  for (const CameraKey& key : keys)
    path.push_back({static_cast<float>(key.time_s), scene_camera_of(key.camera)});
  write_text_file(file.string(), camera_path_text(path));
}

}  // namespace limber
