#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace limber {

namespace {

constexpr float steepest_pitch_deg = 89.0f;  // straight down, `up` would be undefined
constexpr float smallest_distance_m = 1e-3f;
constexpr glm::vec3 world_up{0.0f, 1.0f, 0.0f};

/// Half the height of the view at 1 m depth.
float half_height(const Camera& camera) { return std::tan(glm::radians(camera.fov_deg) / 2.0f); }

}  // namespace

void Camera::turn(float yaw_delta_deg, float pitch_delta_deg) {
  yaw_deg = std::remainder(yaw_deg + yaw_delta_deg, 360.0f);
  pitch_deg = std::clamp(pitch_deg + pitch_delta_deg, -steepest_pitch_deg, steepest_pitch_deg);
}

/// High enough above the floor that the near plane does not cut it.
float Camera::lowest_eye_m() const { return floor_m + 2.0f * near_m(); }

void Camera::orbit(float yaw_delta_deg, float pitch_delta_deg) {
  turn(yaw_delta_deg, pitch_delta_deg);
  const float lowest_sine = (lowest_eye_m() - target_m.y) / distance_m;
  if (lowest_sine > -1.0f)
    pitch_deg = std::clamp(glm::degrees(std::asin(std::min(lowest_sine, 1.0f))), pitch_deg,
                           steepest_pitch_deg);
  stay_above_floor();
}

void Camera::stay_above_floor() { target_m.y += std::max(lowest_eye_m() - eye_m().y, 0.0f); }

void Camera::look(float yaw_delta_deg, float pitch_delta_deg) {
  const glm::vec3 eye = eye_m();
  turn(yaw_delta_deg, pitch_delta_deg);
  target_m = eye + forward() * distance_m;
}

void Camera::pan(glm::vec2 delta_px, int height_px) {
  const float metres_per_px =
      2.0f * half_height(*this) * distance_m / static_cast<float>(std::max(height_px, 1));
  target_m += (up() * delta_px.y - right() * delta_px.x) * metres_per_px;
  stay_above_floor();
}

void Camera::zoom(float steps, glm::vec3 point_m) {
  const float share = std::max(std::pow(0.9f, steps), smallest_distance_m / distance_m);
  distance_m *= share;
  target_m = point_m + (target_m - point_m) * share;
  stay_above_floor();
}

void Camera::fly(glm::vec3 right_up_forward_m) {
  target_m += right() * right_up_forward_m.x + world_up * right_up_forward_m.y +
              forward() * right_up_forward_m.z;
  stay_above_floor();
}

void Camera::frame(glm::vec3 min_m, glm::vec3 max_m, float aspect) {
  constexpr float margin = 1.15f;
  const float vertical = half_height(*this), horizontal = vertical * aspect;
  target_m = (min_m + max_m) / 2.0f;
  distance_m = smallest_distance_m;
  for (int i = 0; i < 8; ++i) {
    const glm::vec3 corner(i & 1 ? max_m.x : min_m.x, i & 2 ? max_m.y : min_m.y,
                           i & 4 ? max_m.z : min_m.z);
    const glm::vec3 off = corner - target_m;
    const float across_m = std::max(std::abs(glm::dot(off, right())) / horizontal,
                                    std::abs(glm::dot(off, up())) / vertical);
    distance_m = std::max(distance_m, margin * across_m - glm::dot(off, forward()));
  }
  orbit(0.0f, 0.0f);  // above the floor
}

glm::vec3 Camera::eye_m() const { return target_m - forward() * distance_m; }

glm::vec3 Camera::forward() const {
  const float yaw = glm::radians(yaw_deg), pitch = glm::radians(pitch_deg);
  return -glm::vec3(std::sin(yaw) * std::cos(pitch), std::sin(pitch),
                    std::cos(yaw) * std::cos(pitch));
}

glm::vec3 Camera::right() const { return glm::normalize(glm::cross(forward(), world_up)); }
glm::vec3 Camera::up() const { return glm::cross(right(), forward()); }
float Camera::near_m() const { return std::max(distance_m * 0.01f, smallest_distance_m * 0.1f); }

glm::mat4 Camera::view() const { return glm::lookAt(eye_m(), target_m, world_up); }

glm::mat4 Camera::projection(float aspect) const {
  const float scale = 1.0f / half_height(*this);
  glm::mat4 projection(0.0f);
  projection[0][0] = scale / aspect;
  projection[1][1] = scale;
  projection[2][3] = -1.0f;
  projection[3][2] = near_m();
  return projection;
}

Ray Camera::ray(glm::vec2 position_px, glm::ivec2 size_px) const {
  const glm::vec3 eye = eye_m();
  return {eye, glm::normalize(unproject(position_px, 1.0f, size_px) - eye)};
}

glm::vec3 Camera::project(glm::vec3 point_m, glm::ivec2 size_px) const {
  const glm::vec3 from_eye = point_m - eye_m();
  const float depth_m = glm::dot(from_eye, forward());
  const float px_per_metre = 0.5f * static_cast<float>(size_px.y) / (half_height(*this) * depth_m);
  return {0.5f * static_cast<float>(size_px.x) + glm::dot(from_eye, right()) * px_per_metre,
          0.5f * static_cast<float>(size_px.y) - glm::dot(from_eye, up()) * px_per_metre, depth_m};
}

glm::vec3 Camera::unproject(glm::vec2 position_px, float depth_m, glm::ivec2 size_px) const {
  const float metres_per_px = 2.0f * half_height(*this) * depth_m / static_cast<float>(size_px.y);
  const glm::vec2 from_middle = (position_px - 0.5f * glm::vec2(size_px)) * metres_per_px;
  return eye_m() + forward() * depth_m + right() * from_middle.x - up() * from_middle.y;
}

}  // namespace limber
