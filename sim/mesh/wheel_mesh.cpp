#include "sim/mesh/wheel_mesh.h"

#include <cmath>
#include <numbers>

namespace limber {

namespace {

/// The outline seen from above, star-shaped around the axis.
std::vector<glm::vec2> outline_of(const WheelSize& size) {
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
  const std::vector<glm::vec2> outline = outline_of(size);
  const auto n = static_cast<unsigned>(outline.size());
  const float half_m = 0.5f * size.length_m;
  TriangleMesh mesh;
  for (const float y : {-half_m, half_m})
    for (const glm::vec2& x : outline) mesh.positions_m.emplace_back(x.x, y, -x.y);
  mesh.positions_m.emplace_back(0.0f, -half_m, 0.0f);
  mesh.positions_m.emplace_back(0.0f, half_m, 0.0f);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned next = (i + 1) % n;
    mesh.triangles.emplace_back(i, next, n + next);
    mesh.triangles.emplace_back(i, n + next, n + i);
    mesh.triangles.emplace_back(2 * n, next, i);
    mesh.triangles.emplace_back(2 * n + 1, n + i, n + next);
  }
  return mesh;
}

float max_blade_m(float hub_radius_m, int blades) {
  return 1.9f * hub_radius_m * std::sin(std::numbers::pi_v<float> / static_cast<float>(blades));
}

}  // namespace limber
