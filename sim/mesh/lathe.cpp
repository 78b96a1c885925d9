#include "sim/mesh/lathe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {

namespace {

constexpr float largest_turn_rad = std::numbers::pi_v<float> / 4.0f;

}  // namespace

std::vector<glm::vec2> flattened(std::span<const ProfilePoint> profile, float tolerance_m) {
  std::vector<glm::vec2> points;
  for (const ProfilePoint& to : profile) {
    const glm::vec2 end(to.radius_m, to.height_m);
    if (!points.empty() && to.bulge != 0.0f) {
      const glm::vec2 start = points.back(), chord = end - start;
      const float angle = 4.0f * std::atan(to.bulge);  // of the arc; positive: turns left
      const float radius_m = glm::length(chord) / (2.0f * std::sin(0.5f * std::abs(angle)));
      // The centre lies to the left of the chord for a bulge to the right.
      const glm::vec2 left(-chord.y, chord.x);
      const glm::vec2 center = 0.5f * (start + end) + 0.5f * left / std::tan(0.5f * angle);
      const float turn_rad = std::min(
          2.0f * std::acos(std::max(1.0f - tolerance_m / radius_m, 0.0f)), largest_turn_rad);
      const int steps = std::max(static_cast<int>(std::ceil(std::abs(angle) / turn_rad)), 1);
      const glm::vec2 arm = start - center;
      for (int i = 1; i < steps; ++i) {
        const float turned = angle * static_cast<float>(i) / static_cast<float>(steps);
        const float c = std::cos(turned), s = std::sin(turned);
        points.push_back(center + glm::vec2(c * arm.x - s * arm.y, s * arm.x + c * arm.y));
      }
    }
    points.push_back(end);
  }
  return points;
}

float Lathe::angle_rad(int column) const {
  return 2.0f * std::numbers::pi_v<float> * static_cast<float>(column) /
         static_cast<float>(columns_);
}

Lathe::Ring Lathe::ring(float radius_m, float height_m) {
  return ring([=](float) { return glm::vec2(radius_m, height_m); });
}

Lathe::Ring Lathe::ring(const std::function<glm::vec2(float)>& place) {
  Ring result;
  for (int column = 0; column < columns_; ++column) {
    const float angle = angle_rad(column);
    const glm::vec2 at = place(angle);
    if (at.x > 0.0f || column == 0)
      mesh.positions_m.emplace_back(at.x * std::cos(angle), at.y, at.x * std::sin(angle));
    result.push_back(static_cast<unsigned>(mesh.positions_m.size() - 1));
  }
  return result;
}

Lathe::Ring Lathe::carved(const Ring& from, int first, int last,
                          const std::function<glm::vec2(float)>& place) {
  Ring result = from;
  for (int column = first; column <= last; ++column) {
    const float angle = angle_rad(column);
    const glm::vec2 at = place(angle);
    result[column % columns_] = static_cast<unsigned>(mesh.positions_m.size());
    mesh.positions_m.emplace_back(at.x * std::cos(angle), at.y, at.x * std::sin(angle));
  }
  return result;
}

void Lathe::band(const Ring& lower, const Ring& upper, int first, int last) {
  const auto add = [&](unsigned a, unsigned b, unsigned c) {
    if (a != b && b != c && c != a) mesh.triangles.emplace_back(a, b, c);
  };
  for (int column = first; column < last; ++column) {
    const int here = column % columns_, next = (column + 1) % columns_;
    add(lower[here], upper[here], upper[next]);
    add(lower[here], upper[next], lower[next]);
  }
}

void Lathe::bridge(const Ring& lower, const std::vector<unsigned>& loop) {
  const auto angle_of = [&](unsigned vertex) {
    const glm::vec3& x = mesh.positions_m[vertex];
    const float angle = std::atan2(x.z, x.x);
    return angle < 0.0f ? angle + 2.0f * std::numbers::pi_v<float> : angle;
  };
  // Both start at the smallest angle; the one with the smaller next angle advances.
  const auto start = [&](const std::vector<unsigned>& vertices) {
    return std::min_element(vertices.begin(), vertices.end(),
                            [&](unsigned a, unsigned b) { return angle_of(a) < angle_of(b); }) -
           vertices.begin();
  };
  const auto below_start = static_cast<std::size_t>(start(lower));
  const auto above_start = static_cast<std::size_t>(start(loop));
  const auto below = [&](std::size_t i) { return lower[(below_start + i) % lower.size()]; };
  const auto above = [&](std::size_t j) { return loop[(above_start + j) % loop.size()]; };
  for (std::size_t i = 0, j = 0; i < lower.size() || j < loop.size();) {
    const float next_below =
        i + 1 < lower.size() ? angle_of(below(i + 1)) : 2.0f * std::numbers::pi_v<float>;
    const float next_above =
        j + 1 < loop.size() ? angle_of(above(j + 1)) : 2.0f * std::numbers::pi_v<float>;
    if (j == loop.size() || (i < lower.size() && next_below <= next_above)) {
      mesh.triangles.emplace_back(below(i), above(j), below(i + 1));
      ++i;
    } else {
      mesh.triangles.emplace_back(below(i), above(j), above(j + 1));
      ++j;
    }
  }
}

Lathe::Ring Lathe::turn(std::span<const glm::vec2> outline) {
  return turn(ring(outline[0].x, outline[0].y), outline.subspan(1));
}

Lathe::Ring Lathe::turn(Ring from, std::span<const glm::vec2> outline) {
  for (const glm::vec2& point : outline) {
    Ring next = ring(point.x, point.y);
    band(from, next);
    from = std::move(next);
  }
  return from;
}

TriangleMesh torus_surface(float ring_radius_m, float tube_radius_m, int around, int across) {
  Lathe lathe(around);
  std::vector<Lathe::Ring> rings;
  for (int i = 0; i < across; ++i) {
    const float angle =
        2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(across);
    rings.push_back(lathe.ring(ring_radius_m + tube_radius_m * std::cos(angle),
                               tube_radius_m * std::sin(angle)));
  }
  for (int i = 0; i < across; ++i) lathe.band(rings[i], rings[(i + 1) % across]);
  return std::move(lathe.mesh);
}

}  // namespace limber
