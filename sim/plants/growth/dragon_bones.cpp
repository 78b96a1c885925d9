// Round cones along splines [Catmull74].

#include "sim/plants/growth/dragon_bones.h"

#include <algorithm>
#include <cmath>

#include "kernels/portable_math.h"

namespace limber {

namespace {

glm::vec4 spline_between(const glm::vec4& a, const glm::vec4& b, const glm::vec4& c,
                         const glm::vec4& d, float t) {
  return 0.5f * (2.0f * b + t * (c - a) + t * t * (2.0f * a - 5.0f * b + 4.0f * c - d) +
                 t * t * t * (3.0f * b - a - 3.0f * c + d));
}

SpineLine body_line() {
  return smooth_line({{-1.02f, 0.60f, 0.16f, 0.010f},
                      {-1.10f, 0.46f, 0.20f, 0.022f},
                      {-1.05f, 0.28f, 0.18f, 0.036f},
                      {-0.88f, 0.18f, 0.08f, 0.052f},
                      {-0.70f, 0.24f, -0.06f, 0.070f},
                      {-0.52f, 0.37f, -0.12f, 0.092f},
                      {-0.32f, 0.44f, -0.08f, 0.105f},
                      {-0.12f, 0.38f, 0.04f, 0.108f},
                      {0.08f, 0.30f, 0.10f, 0.110f},
                      {0.28f, 0.35f, 0.06f, 0.112f},
                      {0.42f, 0.49f, -0.02f, 0.100f},
                      {0.47f, 0.66f, -0.08f, 0.085f},
                      {0.46f, 0.82f, -0.08f, 0.076f},
                      {0.53f, 0.95f, -0.03f, 0.070f},
                      {0.66f, 1.00f, 0.02f, 0.064f}},
                     9);
}

/// Fins along the back and the tail, leaning towards the tail.
DragonPiece back_fins(const SpineLine& body) {
  std::vector<RoundCone> fins;
  float since_m = 0.0f;
  for (std::size_t i = 6; i + 4 < body.points_m.size(); ++i) {
    const glm::vec3 here(body.points_m[i]);
    const float radius_m = body.points_m[i].w;
    since_m += glm::distance(here, glm::vec3(body.points_m[i - 1]));
    if (since_m < 0.55f * radius_m + 0.012f) continue;
    since_m = 0.0f;
    const glm::vec3 along = body.tangent(i), up = body.dorsal[i];
    const float height_m = 0.7f * radius_m + 0.02f;
    const glm::vec3 foot = here + 0.86f * radius_m * up;
    const glm::vec3 tip = here + (radius_m + height_m) * up - 0.75f * height_m * along;
    fins.push_back({foot + 0.18f * radius_m * along, 0.16f * radius_m + 0.002f, tip, 0.0035f});
    fins.push_back({foot - 0.12f * radius_m * along, 0.16f * radius_m + 0.002f, tip, 0.0035f});
  }
  return {blend_shape(fins, 0.008f), 0.014f, false};
}

/// Flames of hair at the end of the tail.
std::vector<DragonPiece> tail_tuft() {
  const glm::vec3 root(-1.06f, 0.53f, 0.18f);
  std::vector<DragonPiece> tuft;
  for (int i = 0; i < 7; ++i) {
    const float turns = static_cast<float>(i) / 7.0f,
                reach_m = 0.16f + 0.05f * sin_of_turns(3.0f * turns);
    const glm::vec3 out(sin_of_turns(turns), 0.3f, sin_of_turns(turns + 0.25f));
    const glm::vec3 rise(0.25f, 1.0f, -0.1f);
    const glm::vec3 middle = root + 0.055f * out + 0.45f * reach_m * rise;
    const glm::vec3 tip = root + 0.045f * out + (reach_m + 0.06f) * rise;
    tuft.push_back({blend_shape(bones_of(smooth_line({{root, 0.014f},
                                                      {root + 0.03f * out + 0.02f * rise, 0.018f},
                                                      {middle, 0.013f},
                                                      {tip, 0.004f}},
                                                     4)),
                                0.0f),
                    0.012f, false});
  }
  return tuft;
}

/// side: 1 or -1. A leg from the hip to the foot and four toes with claws.
void add_leg(DragonBones& bones, glm::vec3 hip, glm::vec3 knee, glm::vec3 ankle, glm::vec3 foot,
             float thickness_m, float side) {
  SpineLine leg =
      smooth_line({{hip, 1.35f * thickness_m},
                   {glm::mix(hip, knee, 0.5f) + glm::vec3(0, 0, 0.02f * side), 1.3f * thickness_m},
                   {knee, 0.95f * thickness_m},
                   {glm::mix(knee, ankle, 0.5f), 0.78f * thickness_m},
                   {ankle, 0.6f * thickness_m},
                   {foot, 0.66f * thickness_m}},
                  6);
  bones.pieces.push_back({blend_shape(bones_of(leg), 0.0f), 0.07f, true});
  // A tuft of hair at the elbow.
  std::vector<RoundCone> hair;
  const glm::vec3 back = glm::normalize(glm::vec3(-1.0f, 0.35f, 0.0f));
  for (int i = 0; i < 3; ++i)
    hair.push_back({knee + glm::vec3(0, 0.02f * static_cast<float>(i - 1), 0), 0.45f * thickness_m,
                    knee + (0.1f + 0.02f * static_cast<float>(i)) * back +
                        glm::vec3(0, 0.04f * static_cast<float>(i) - 0.02f, 0.02f * side),
                    0.004f});
  bones.pieces.push_back({blend_shape(hair, 0.01f), 0.015f, false});
  std::vector<RoundCone> toes, claws;
  for (int toe = 0; toe < 4; ++toe) {
    // Three in front and one behind.
    const float turns = toe == 3 ? 0.5f : 0.11f * static_cast<float>(toe - 1);
    const glm::vec3 out(sin_of_turns(turns + 0.25f), 0.0f, sin_of_turns(turns));
    const float reach_m = toe == 3 ? 0.045f : 0.075f;
    const glm::vec3 knuckle = foot + 0.55f * reach_m * out + glm::vec3(0, 0.014f, 0);
    const glm::vec3 end = foot + reach_m * out + glm::vec3(0, -0.006f, 0);
    toes.push_back({foot, 0.55f * thickness_m, knuckle, 0.42f * thickness_m});
    toes.push_back({knuckle, 0.42f * thickness_m, end, 0.36f * thickness_m});
    claws.push_back({end + glm::vec3(0, 0.006f, 0), 0.011f,
                     end + 0.028f * out + glm::vec3(0, 0.003f, 0), 0.008f});
    claws.push_back({end + 0.028f * out + glm::vec3(0, 0.003f, 0), 0.008f,
                     end + 0.05f * out + glm::vec3(0, -0.012f, 0), 0.003f});
  }
  bones.pieces.push_back({blend_shape(toes, 0.008f), 0.02f, true});
  bones.pieces.push_back({blend_shape(claws, 0.0f), 0.003f, false});
  bones.legs.push_back(std::move(leg));
}

}  // namespace

glm::vec3 SpineLine::tangent(std::size_t i) const {
  const std::size_t before = i == 0 ? 0 : i - 1, after = std::min(i + 1, points_m.size() - 1);
  return glm::normalize(glm::vec3(points_m[after] - points_m[before]));
}

SpineLine smooth_line(const std::vector<glm::vec4>& through_m, int steps) {
  SpineLine line;
  const int last = static_cast<int>(through_m.size()) - 1;
  const auto point = [&](int i) {
    if (i < 0) return 2.0f * through_m[0] - through_m[1];
    if (i > last) return 2.0f * through_m[last] - through_m[last - 1];
    return through_m[i];
  };
  for (int i = 0; i < last; ++i)
    for (int k = 0; k < steps; ++k) {
      const float t = static_cast<float>(k) / static_cast<float>(steps);
      line.points_m.push_back(
          spline_between(point(i - 1), point(i), point(i + 1), point(i + 2), t));
    }
  line.points_m.push_back(through_m[last]);
  for (glm::vec4& p : line.points_m) p.w = std::max(p.w, 0.003f);
  for (std::size_t i = 0; i < line.points_m.size(); ++i) {
    const glm::vec3 across = glm::cross(glm::vec3(0, 0, 1), line.tangent(i));
    const float length = glm::length(across);
    line.dorsal.push_back(length > 1e-3f ? across / length : glm::vec3(0, 1, 0));
  }
  return line;
}

std::vector<RoundCone> bones_of(const SpineLine& line) {
  std::vector<RoundCone> bones;
  for (std::size_t i = 1; i < line.points_m.size(); ++i) {
    const glm::vec4 a = line.points_m[i - 1], b = line.points_m[i];
    bones.push_back({glm::vec3(a), a.w, glm::vec3(b), b.w});
  }
  return bones;
}

DragonBones dragon_bones() {
  DragonBones bones;
  bones.body = body_line();
  bones.pieces.push_back({blend_shape(bones_of(bones.body), 0.0f), 0.0f, true});
  for (const float side : {1.0f, -1.0f}) {
    add_leg(bones, {0.30f, 0.33f, 0.05f + 0.07f * side}, {0.21f, 0.22f, 0.05f + 0.20f * side},
            {0.30f, 0.10f, 0.05f + 0.21f * side}, {0.32f, 0.030f, 0.05f + 0.22f * side}, 0.052f,
            side);
    add_leg(bones, {-0.46f, 0.36f, -0.11f + 0.06f * side}, {-0.36f, 0.22f, -0.11f + 0.19f * side},
            {-0.50f, 0.11f, -0.11f + 0.20f * side}, {-0.47f, 0.030f, -0.11f + 0.21f * side}, 0.052f,
            side);
  }
  const glm::vec3 forwards = glm::normalize(glm::vec3(1.0f, -0.16f, 0.22f));
  const glm::vec3 right = glm::normalize(glm::cross(forwards, glm::vec3(0, 1, 0)));
  const glm::mat3 axes(forwards, glm::cross(right, forwards), right);
  for (DragonPiece& piece : dragon_head({0.68f, 1.00f, 0.025f}, axes))
    bones.pieces.push_back(std::move(piece));
  bones.pieces.push_back(back_fins(bones.body));
  for (DragonPiece& piece : tail_tuft()) bones.pieces.push_back(std::move(piece));
  return bones;
}

}  // namespace limber
