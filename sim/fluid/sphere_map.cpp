// [Koschier17] for spheres, whose map is a function of one distance; [Akinci12] for the volume that
// overlapping spheres displace.

#include "sim/fluid/sphere_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber {

namespace {

/// Corrects for pressures that are too high with few neighbours: see seen_gradient. Measured with a
/// ball of five spacings under water.
constexpr double seen = 0.92;

/// The share of a kernel that a ball at this distance fills, and how much it falls per metre.
/// Integrates over the shells of the kernel: of the shell of radius r, the ball of radius R at
/// distance d contains the cap with cosines above c = (d^2 + r^2 - R^2) / (2 d r).
glm::dvec2 filled_share(const SplineKernel& kernel, double radius_m, double distance_m) {
  constexpr int shells = 2000;
  const double step_m = static_cast<double>(kernel.support_m) / shells;
  const double d = std::max(distance_m, 1e-6 * radius_m);
  glm::dvec2 sum(0.0);
  for (int n = 0; n < shells; ++n) {
    const double r = (n + 0.5) * step_m;
    const double cosine = (d * d + r * r - radius_m * radius_m) / (2.0 * d * r);
    const double cap = 0.5 * (1.0 - std::clamp(cosine, -1.0, 1.0));
    const double slope_per_m =
        std::abs(cosine) < 1.0 ? 0.5 * (1.0 / r - cosine / d) : 0.0;  // of the cosine, halved
    const double weight = 4.0 * std::numbers::pi * r * r * step_m *
                          static_cast<double>(kernel.value_per_m3(static_cast<float>(r)));
    sum += weight * glm::dvec2(cap, slope_per_m);
  }
  return sum;
}

}  // namespace

std::vector<glm::vec2> sphere_map(const SplineKernel& kernel, float radius_m) {
  const float low_m = SphereMap::nearest_m(radius_m, kernel.support_m);
  const double step_m =
      static_cast<double>(radius_m + kernel.support_m - low_m) / (SphereMap::samples - 1);
  std::vector<glm::vec2> values;
  for (int k = 0; k < SphereMap::samples; ++k)
    values.emplace_back(filled_share(kernel, radius_m, low_m + k * step_m));
  return values;
}

std::vector<float> fullness_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m,
                               float radius_m) {
  if (centers_m.size() == 1) return {1.0f};
  constexpr float cube_over_ball = 6.0f / std::numbers::pi_v<float>;
  const std::vector<glm::vec2> values = sphere_map(kernel, radius_m);
  const SphereMap map{radius_m, kernel.support_m, {values.data(), static_cast<int>(values.size())}};
  std::vector<float> fullness;
  for (const glm::vec3& x : centers_m) {
    float sum = 0.0f;
    for (const glm::vec3& other : centers_m) sum += map.at(glm::distance(x, other)).x;
    fullness.push_back(std::min(1.0f / sum, cube_over_ball));
  }
  return fullness;
}

/// With p = x, the force along x is the integral of x d(share)/dx outside the ball: by parts, its
/// volume times the share at its surface, plus the integral of the share outside.
float pushed_of(const SplineKernel& kernel, float radius_m) {
  constexpr int shells = 200;
  const double radius = radius_m, step_m = kernel.support_m / static_cast<double>(shells);
  double outside = 0.0;
  for (int n = 0; n < shells; ++n) {
    const double r = radius + (n + 0.5) * step_m;
    outside +=
        3.0 * r * r * step_m * filled_share(kernel, radius, r).x / (radius * radius * radius);
  }
  return static_cast<float>(seen / (filled_share(kernel, radius, radius).x + outside));
}

/// With p = x, averaged over the axes: a third of the integral of r . grad(share) outside, as a sum
/// over grid points around all balls.
float pushed_of(const SplineKernel& kernel, const std::vector<glm::vec3>& centers_m, float radius_m,
                const std::vector<float>& fullness) {
  const std::vector<glm::vec2> values = sphere_map(kernel, radius_m);
  const SphereMap map{radius_m, kernel.support_m, {values.data(), static_cast<int>(values.size())}};
  const float cell_m = std::cbrt(4.0f / 3.0f * std::numbers::pi_v<float>) * radius_m,
              reach_m = radius_m + kernel.support_m;
  const float step_m = 0.5f * cell_m;
  glm::vec3 low_m(std::numeric_limits<float>::max()), high_m = -low_m, sum_m(0.0f);
  float full = 0.0f;
  for (std::size_t k = 0; k < centers_m.size(); ++k) {
    low_m = glm::min(low_m, centers_m[k] - reach_m);
    high_m = glm::max(high_m, centers_m[k] + reach_m);
    sum_m += centers_m[k] * fullness[k];
    full += fullness[k];
  }
  if (!(full > 0.0f)) return 1.0f;
  const glm::ivec3 points = glm::ivec3((high_m - low_m) / step_m) + 1;
  struct Point {
    glm::vec3 fall_per_m{0.0f};
    bool inside = false;
  };
  std::vector<Point> grid(static_cast<std::size_t>(points.x) * points.y * points.z);
  const auto place_m = [&](int x, int y, int z) { return low_m + step_m * glm::vec3(x, y, z); };
  const auto at = [&](int x, int y, int z) -> Point& {
    return grid[(static_cast<std::size_t>(z) * points.y + y) * points.x + x];
  };
  for (std::size_t k = 0; k < centers_m.size(); ++k) {
    const glm::vec3 c = centers_m[k];
    const float half_m = 0.5f * cell_m * std::cbrt(std::min(fullness[k], 1.0f));
    const glm::ivec3 from(glm::max((c - reach_m - low_m) / step_m, 0.0f));
    const glm::ivec3 to = glm::min(glm::ivec3((c + reach_m - low_m) / step_m), points - 1);
    for (int z = from.z; z <= to.z; ++z)
      for (int y = from.y; y <= to.y; ++y)
        for (int x = from.x; x <= to.x; ++x) {
          const glm::vec3 offset = place_m(x, y, z) - c;
          const float distance_m = glm::length(offset);
          if (!(distance_m > 0.0f) || distance_m > reach_m) continue;
          Point& point = at(x, y, z);
          point.fall_per_m += offset * (map.at(distance_m).y * fullness[k] / distance_m);
          const glm::vec3 off = glm::abs(offset);
          point.inside = point.inside || glm::max(off.x, glm::max(off.y, off.z)) < half_m;
        }
  }
  double lift = 0.0;
  for (int z = 0; z < points.z; ++z)
    for (int y = 0; y < points.y; ++y)
      for (int x = 0; x < points.x; ++x)
        if (const Point& point = at(x, y, z); !point.inside)
          lift += glm::dot(place_m(x, y, z) - sum_m / full, point.fall_per_m) / 3.0f;
  const double ball_m3 = 4.0 * std::numbers::pi / 3.0 * std::pow(radius_m, 3.0);
  return static_cast<float>(seen * ball_m3 * full / (lift * std::pow(step_m, 3.0)));
}

}  // namespace limber
