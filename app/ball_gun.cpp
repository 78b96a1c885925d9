#include "app/ball_gun.h"

#include <algorithm>
#include <cmath>

#include "kernels/error.h"

namespace limber {

namespace {

/// Rounds to two digits, as a user would.
float rounded(float value) {
  const float digit = std::pow(10.0f, std::floor(std::log10(value)) - 1.0f);
  return std::round(value / digit) * digit;
}

}  // namespace

BallGun gun_for(float distance_m) {
  const float far_m = std::max(distance_m, 1e-3f);
  constexpr float share = 0.025f, ways_per_s = 2.0f;
  return {.kind = {.radius_m = std::clamp(rounded(share * far_m), BallKind::min_radius_m,
                                          BallKind::max_radius_m)},
          .speed_m_s = std::clamp(rounded(ways_per_s * far_m), BallGun::min_speed_m_s,
                                  BallGun::max_speed_m_s)};
}

World::Shot aimed(const BallGun& gun, const Ray& ray, const glm::vec3& target_m,
                  float gravity_m_s2) {
  const float radius_m = gun.kind.radius_m;
  // Not so near that it hides its target.
  constexpr float radii = 4.0f, share = 0.15f;
  const float start_m = std::max(radii * radius_m, share * glm::distance(target_m, ray.origin_m));
  const glm::vec3 from_m = ray.origin_m + start_m * glm::normalize(ray.direction);
  const glm::vec3 offset_m = target_m - from_m;
  if (glm::dot(offset_m, ray.direction) < 2.0f * radius_m)
    throw Error(ExitCode::bad_input,
                "too close to shoot a ball: move the camera away, or use a smaller ball");
  const double s = static_cast<double>(gun.speed_m_s), g = static_cast<double>(gravity_m_s2);
  const double d = static_cast<double>(glm::length(offset_m));
  // |way / t + g t / 2 up| = s; the shorter of two times.
  const double b = s * s - g * static_cast<double>(offset_m.y);
  const double root = b * b - g * g * d * d;
  if (b <= 0.0 || root < 0.0) return {from_m, offset_m * static_cast<float>(s / d), gun.kind};
  const auto t = static_cast<float>(d * std::sqrt(2.0 / (b + std::sqrt(root))));
  return {from_m, offset_m / t + glm::vec3(0.0f, 0.5f * gravity_m_s2 * t, 0.0f), gun.kind};
}

}  // namespace limber
