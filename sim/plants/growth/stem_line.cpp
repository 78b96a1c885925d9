// Stems with uniform curvature and taper, as in [Weber95, section 4], with two slow waves in place
// of random rotations.

#include "sim/plants/growth/stem_line.h"

#include <algorithm>
#include <cmath>

#include "kernels/portable_math.h"

namespace limber {

namespace {

struct PlaceOnStem {
  int segment;
  float share;  ///< of the segment
};

PlaceOnStem place_on_stem(float share, std::size_t points) {
  const float along = glm::clamp(share, 0.0f, 1.0f) * static_cast<float>(points - 1);
  const int segment = std::min(static_cast<int>(along), static_cast<int>(points) - 2);
  return {segment, along - static_cast<float>(segment)};
}

}  // namespace

glm::vec3 StemLine::at(float share) const {
  const PlaceOnStem place = place_on_stem(share, points_m.size());
  return glm::mix(points_m[place.segment], points_m[place.segment + 1], place.share);
}

glm::vec3 StemLine::tangent(float share) const {
  const PlaceOnStem place = place_on_stem(share, points_m.size());
  return glm::normalize(points_m[place.segment + 1] - points_m[place.segment]);
}

float StemLine::radius_m(float share) const {
  const PlaceOnStem place = place_on_stem(share, points_m.size());
  return glm::mix(radii_m[place.segment], radii_m[place.segment + 1], place.share);
}

float StemLine::length_m() const {
  float sum = 0.0f;
  for (std::size_t i = 1; i < points_m.size(); ++i)
    sum += glm::distance(points_m[i - 1], points_m[i]);
  return sum;
}

StemLine run_stem(const StemForm& form, int points, SeededRandom& random) {
  const float start_turns[2] = {random.share(), random.share()};
  const float waves[2] = {random.between(0.8f, 1.5f), random.between(0.8f, 1.5f)};
  const auto wobble = [&](int axis, float share) {
    return form.wobble_rad * (sin_of_turns(start_turns[axis] + waves[axis] * share) -
                              sin_of_turns(start_turns[axis]));
  };
  const auto radius_m = [&](float share) {
    const float tapered = glm::mix(form.base_radius_m, form.tip_radius_m, share);
    const float from_foot = share * form.length_m / form.base_radius_m;
    return tapered + form.flare * form.base_radius_m * std::exp(-0.6f * from_foot);
  };
  StemLine line{{glm::vec3(0.0f)}, {radius_m(0.0f)}};
  const float step = 1.0f / static_cast<float>(points - 1);
  for (int i = 1; i < points; ++i) {
    const float middle = (static_cast<float>(i) - 0.5f) * step;
    const float nod = form.nod_rad * std::max(0.0f, 10.0f * middle - 9.0f);
    const float pitch = form.bend_rad * middle + wobble(0, middle) + nod, yaw = wobble(1, middle);
    const glm::vec3 along(std::sin(yaw), std::cos(yaw) * std::cos(pitch),
                          std::cos(yaw) * std::sin(pitch));
    line.points_m.push_back(line.points_m.back() + form.length_m * step * along);
    line.radii_m.push_back(radius_m(static_cast<float>(i) * step));
  }
  line.radii_m.back() = 0.0f;
  return line;
}

}  // namespace limber
