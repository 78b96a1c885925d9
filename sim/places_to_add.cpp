#include "sim/places_to_add.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// Tangents of angles from the middle of a picture, with the usual field of view of 35 degrees.
constexpr float to_edge = 0.3f, largest_half = to_edge / 3.0f;
constexpr int max_up = 8;
constexpr int max_farther = 40;

struct SeenPlace {
  glm::vec3 middle_m;
  bool farther;   ///< than above the point or towards the eye
  float trouble;  ///< how badly it is seen; 0: well
};

/// A body of that half size, seen by an eye that looks at a point.
struct Sight {
  glm::vec3 eye_m, at_m;
  float half_m;

  float trouble(const glm::vec3& middle_m, bool may_be_hidden) const {
    const glm::vec3 ahead_m = at_m - eye_m, to_m = middle_m - eye_m;
    const float depth_m = glm::dot(to_m, glm::normalize(ahead_m));
    if (!(depth_m > half_m)) return INFINITY;
    const float half = half_m / depth_m, half_at_point = half_m / glm::length(ahead_m);
    const float aside =
        std::sqrt(std::max(glm::dot(to_m, to_m) - depth_m * depth_m, 0.0f)) / depth_m;
    const float hidden = may_be_hidden ? std::max(half_at_point + half - aside, 0.0f) : 0.0f;
    return std::max(half - largest_half, 0.0f) + std::max(aside + half - to_edge, 0.0f) + hidden;
  }
};

}  // namespace

std::vector<glm::vec3> places_to_add(const glm::vec3& at_m, const std::optional<glm::vec3>& eye_m,
                                     const glm::vec3& half_size_m) {
  const float gap_m = 0.15f * glm::length(half_size_m);  // more than what bodies keep
  const glm::vec3 up_m(0.0f, half_size_m.y + gap_m, 0.0f);
  glm::vec3 near_m = eye_m.value_or(at_m) - at_m;  // a step towards the eye
  near_m.y = 0.0f;
  const bool has_sides = glm::length(near_m) > 0.0f;
  if (has_sides)
    near_m *= (glm::length(glm::vec2(half_size_m.x, half_size_m.z)) + gap_m) / glm::length(near_m);
  const glm::vec3 aside_m(near_m.z, 0.0f, -near_m.x);

  std::vector<SeenPlace> places;
  const Sight sight{eye_m.value_or(at_m), at_m,
                    std::max({half_size_m.x, half_size_m.y, half_size_m.z})};
  const auto add = [&](const glm::vec3& offset_m, bool farther) {
    const glm::vec3 middle_m = at_m + up_m + offset_m;
    places.push_back({middle_m, farther, has_sides ? sight.trouble(middle_m, farther) : 0.0f});
  };
  for (int up = 0; up <= max_up; ++up)
    for (const float nearer : {0.0f, 1.0f, 2.0f})
      add(nearer * near_m + static_cast<float>(up) * up_m, false);
  if (has_sides)
    for (const float up : {-2.0f, -1.5f, -1.0f, -0.5f, 0.0f, 1.0f, 2.0f})
      for (const float farther : {0.0f, 1.0f, 2.0f, 4.0f, 6.0f})
        for (const float aside : {0.0f, 2.0f, -2.0f, 4.0f, -4.0f})
          add(up * up_m - farther * near_m + aside * aside_m, true);
  std::ranges::stable_sort(places, {}, &SeenPlace::trouble);
  int count = 0;
  std::erase_if(places,
                [&](const SeenPlace& place) { return place.farther && ++count > max_farther; });
  std::vector<glm::vec3> middles_m;
  for (const SeenPlace& place : places) middles_m.push_back(place.middle_m);
  return middles_m;
}

}  // namespace limber
