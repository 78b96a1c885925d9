#include "sim/plants/growth/dragon_scales.h"

#include <algorithm>
#include <cmath>

#include "kernels/portable_math.h"

namespace limber {

namespace {

/// Height of a scale within its cell: `along` from 0 at its free end to 1 under the next one,
/// `aside` from -1/2 to 1/2. Highest near the free end, which is round.
float shingle(float along, float aside) {
  const float rim = 1.0f - std::sqrt(std::max(1.0f - 3.6f * aside * aside, 0.0f));
  const float from_rim = along - 0.45f * rim;
  if (from_rim < 0.0f) return 0.0f;
  return glm::smoothstep(0.0f, 0.14f, from_rim) * (1.0f - 0.75f * std::min(from_rim, 1.0f));
}

constexpr std::size_t cones_in_ball = 8;
constexpr float faded_m = 0.012f;  ///< distance from the cones where scales have faded out

/// Balls around every few round cones of a spine.
std::vector<glm::vec4> balls_around(const std::vector<glm::vec4>& points_m) {
  std::vector<glm::vec4> balls_m;
  for (std::size_t first = 0; first + 1 < points_m.size(); first += cones_in_ball) {
    const std::size_t last = std::min(first + cones_in_ball, points_m.size() - 1);
    const glm::vec3 center_m(points_m[(first + last) / 2]);
    float radius_m = 0.0f;
    for (std::size_t i = first; i <= last; ++i)
      radius_m =
          std::max(radius_m, glm::distance(glm::vec3(points_m[i]), center_m) + points_m[i].w);
    balls_m.emplace_back(center_m, radius_m);
  }
  return balls_m;
}

/// The maximum of the two rows of scales that overlap at a point.
float overlapping(float rows, float columns) {
  float height = 0.0f;
  for (int behind = 0; behind < 2; ++behind) {
    const float row = std::floor(rows) - static_cast<float>(behind);
    const float along = rows - row;  // 0 to 2: a scale is two rows long
    const float shift = std::fmod(std::abs(row), 2.0f) * 0.5f;
    const float place = columns + shift;
    const float aside = place - std::floor(place) - 0.5f;
    height = std::max(height, shingle(0.5f * along, aside));
  }
  return height;
}

}  // namespace

DragonScales::DragonScales(const DragonBones& bones) {
  const auto add = [&](const SpineLine& spine, float scale_m, bool has_belly) {
    Line line{spine, {0.0f}, scale_m, has_belly};
    for (std::size_t i = 1; i < spine.points_m.size(); ++i)
      line.along_m.push_back(line.along_m.back() + glm::distance(glm::vec3(spine.points_m[i]),
                                                                 glm::vec3(spine.points_m[i - 1])));
    line.balls_m = balls_around(line.spine.points_m);
    lines_.push_back(std::move(line));
  };
  add(bones.body, 0.030f, true);
  for (const SpineLine& leg : bones.legs) add(leg, 0.020f, false);
}

float DragonScales::height_m(const glm::vec3& on_surface_m) const {
  float height_m_here = 0.0f;
  for (const Line& line : lines_)
    height_m_here = std::max(height_m_here, height_m(line, on_surface_m));
  return height_m_here;
}

float DragonScales::height_m(const Line& line, const glm::vec3& x) const {
  const auto& points = line.spine.points_m;
  std::size_t nearest = 0;
  float share = 0.0f, min_m = faded_m;
  for (std::size_t ball = 0; ball < line.balls_m.size(); ++ball) {
    constexpr float rounding_m = 1e-4f;
    const glm::vec4 around = line.balls_m[ball];
    if (glm::distance(x, glm::vec3(around)) - around.w > min_m + rounding_m) continue;
    const std::size_t first = ball * cones_in_ball;
    const std::size_t last = std::min(first + cones_in_ball, points.size() - 1);
    for (std::size_t i = first; i < last; ++i) {
      const glm::vec3 a(points[i]), along = glm::vec3(points[i + 1]) - a;
      const float t = glm::clamp(glm::dot(x - a, along) / glm::dot(along, along), 0.0f, 1.0f);
      const float away_m =
          glm::distance(x, a + t * along) - glm::mix(points[i].w, points[i + 1].w, t);
      if (away_m < min_m) {
        min_m = away_m;
        nearest = i;
        share = t;
      }
    }
  }
  if (min_m >= faded_m) return 0.0f;
  // Fades out at blends with other pieces and at the ends.
  const float radius_m = glm::mix(points[nearest].w, points[nearest + 1].w, share);
  const float place_m = glm::mix(line.along_m[nearest], line.along_m[nearest + 1], share);
  const float length_m = line.along_m.back();
  const float fade = (1.0f - glm::smoothstep(0.002f, faded_m, min_m)) *
                     glm::smoothstep(0.0f, 0.05f, place_m) *
                     (1.0f - glm::smoothstep(length_m - 0.03f, length_m, place_m));
  if (fade <= 0.0f) return 0.0f;

  const glm::vec3 middle =
      glm::mix(glm::vec3(points[nearest]), glm::vec3(points[nearest + 1]), share);
  const glm::vec3 along = glm::normalize(glm::vec3(points[nearest + 1] - points[nearest]));
  const glm::vec3 up =
      glm::normalize(glm::mix(line.spine.dorsal[nearest], line.spine.dorsal[nearest + 1], share));
  const glm::vec3 side = glm::cross(along, up);
  const float turns =
      portable_atan2(glm::dot(x - middle, side), glm::dot(x - middle, up)) / (2.0f * pi);
  // Scales shrink with the body: their number around is constant, so that rows do not break.
  constexpr float around = 26.0f;
  const float rows = place_m / (0.5f * line.scale_m);
  const float depth_m = 0.075f * std::min(radius_m, 2.0f * line.scale_m);
  const float scales = depth_m * overlapping(rows, around * turns);
  if (!line.has_belly) return fade * scales;
  const float belly = glm::smoothstep(0.36f, 0.385f, std::abs(turns));
  const float plate = place_m / 0.036f;
  const float in_plate = plate - std::floor(plate);
  const float plates =
      depth_m * 1.3f * glm::smoothstep(0.0f, 0.16f, in_plate) * (1.0f - 0.7f * in_plate);
  return fade * glm::mix(scales, plates, belly);
}

}  // namespace limber
