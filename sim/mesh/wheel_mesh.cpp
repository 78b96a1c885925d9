#include "sim/mesh/wheel_mesh.h"

#include <cmath>
#include <numbers>

#include "sim/mesh/extruded.h"

namespace limber {

namespace {

/// See extruded().
std::vector<glm::vec2> outline_of_wheel(const WheelSize& size) {
  constexpr float pi = std::numbers::pi_v<float>;
  constexpr float max_rad = pi / 16.0f;  // between corners of the hub
  const float half_m = 0.5f * size.blade_m;
  const float foot_rad = std::asin(half_m / size.hub_radius_m), step_rad = 2.0f * pi / size.blades;
  const float between_rad = step_rad - 2.0f * foot_rad;
  const int arcs = static_cast<int>(std::ceil(between_rad / max_rad));
  std::vector<glm::vec2> outline;
  for (int b = 0; b < size.blades; ++b) {
    const float angle = step_rad * static_cast<float>(b);
    const glm::vec2 out(std::cos(angle), std::sin(angle)), side(-out.y, out.x);
    outline.push_back(out * size.radius_m - side * half_m);
    outline.push_back(out * size.radius_m + side * half_m);
    for (int k = 0; k <= arcs; ++k) {
      const float at = angle + foot_rad + between_rad * static_cast<float>(k) / arcs;
      outline.push_back(size.hub_radius_m * glm::vec2(std::cos(at), std::sin(at)));
    }
  }
  return outline;
}

}  // namespace

TriangleMesh wheel_mesh(const WheelSize& size) {
  return extruded(outline_of_wheel(size), size.length_m);
}

float max_blade_m(float hub_radius_m, int blades) {
  return 1.9f * hub_radius_m * std::sin(std::numbers::pi_v<float> / static_cast<float>(blades));
}

}  // namespace limber
