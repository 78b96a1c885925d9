#include "sim/mesh/chess_carving.h"

#include <algorithm>
#include <cmath>

#include "sim/mesh/polygon.h"

namespace limber {

namespace {

/// The first intersection of an ascending outline with the cone that has its apex on the axis at
/// `height` and rises by `slope` per distance from the axis.
glm::vec2 met(const std::vector<glm::vec2>& outline, float height, float slope) {
  const auto above = [&](const glm::vec2& p) { return p.y - slope * p.x - height; };
  for (std::size_t i = 1; i < outline.size(); ++i) {
    const float from = above(outline[i - 1]), to = above(outline[i]);
    if (to >= 0.0f)
      return glm::mix(outline[i - 1], outline[i], std::clamp(from / (from - to), 0.0f, 1.0f));
  }
  return outline.back();
}

}  // namespace

void add_battlements(Lathe& lathe, const Lathe::Ring& ring) {
  constexpr float outer = 11.8f, inner = 8.6f, sill = 48.6f, top = 54.0f, floor = 46.4f;
  constexpr int merlons = 6, period = battlement_columns / merlons, width = 4;
  const Lathe::Ring outside = lathe.ring(outer, sill), inside = lathe.ring(inner, sill);
  lathe.band(ring, outside);
  for (int merlon = 0; merlon < merlons; ++merlon) {
    const int first = merlon * period, last = first + width;
    const Lathe::Ring over =
        lathe.carved(outside, first, last, [&](float) { return glm::vec2(outer, top); });
    const Lathe::Ring behind =
        lathe.carved(inside, first, last, [&](float) { return glm::vec2(inner, top); });
    lathe.band(outside, over, first, last);
    lathe.band(over, behind, first, last);
    lathe.band(behind, inside, first, last);
    lathe.band(outside, inside, last, first + period);
    const auto wall = [&](unsigned a, unsigned b, unsigned c, unsigned d) {
      lathe.mesh.triangles.emplace_back(a, b, c);
      lathe.mesh.triangles.emplace_back(a, c, d);
    };
    wall(outside[first], inside[first], behind[first], over[first]);
    wall(outside[last], over[last], behind[last], inside[last]);
  }
  lathe.turn(inside, std::vector<glm::vec2>{{inner, floor}, {0.0f, floor - 1.0f}});
}

Lathe::Ring add_mitre(Lathe& lathe, Lathe::Ring ring, const std::vector<glm::vec2>& mitre) {
  // In front, rings are increasingly tilted up to the cut, then decreasingly; behind, they are
  // level.
  constexpr float slope = 1.1f, cut_low = 53.0f, cut_high = 54.7f;
  constexpr float depth = 1.2f;  // the cut ends on a line this far in front of the axis
  const auto tilted = [&](float height, float share) {
    return lathe.ring([&, height, share](float angle) {
      return met(mitre, height, share * slope * std::max(std::cos(angle), 0.0f));
    });
  };
  const auto up_to = [&](Lathe::Ring next) {
    lathe.band(ring, next);
    ring = std::move(next);
  };
  const float start = mitre.front().y, end = mitre.back().y;
  constexpr int below = 5, above = 6;
  for (int i = 1; i < below; ++i) {
    const float share = static_cast<float>(i) / below;
    up_to(tilted(glm::mix(start, cut_low, share), share));
  }
  const Lathe::Ring low = tilted(cut_low, 1.0f), high = tilted(cut_high, 1.0f);
  up_to(low);
  const int half = lathe.columns() * 7 / 32;  // columns of the cut on either side
  const int first = lathe.columns() - half, last = lathe.columns() + half;
  const auto bottom_of = [&](const Lathe::Ring& rim, float height) {
    return lathe.carved(rim, first + 1, last - 1, [=](float angle) {
      return glm::vec2(depth / std::cos(angle), height + slope * depth);
    });
  };
  const Lathe::Ring low_in = bottom_of(low, cut_low), high_in = bottom_of(high, cut_high);
  lathe.band(low, high, half, first);
  lathe.band(low, low_in, first, last);
  lathe.band(low_in, high_in, first, last);
  lathe.band(high_in, high, first, last);
  ring = high;
  for (int i = 1; i < above; ++i) {
    const float share = static_cast<float>(i) / above;
    up_to(tilted(glm::mix(cut_high, end, share), 1.0f - share));
  }
  up_to(lathe.ring(mitre.back().x, end));
  return ring;
}

Lathe::Ring add_coronet(Lathe& lathe, const Lathe::Ring& ring, float radius, float height) {
  constexpr float points = 8.0f, rise = 1.5f, thickness = 1.5f;
  const auto rim = [&](float radius_here) {
    return lathe.ring([=](float angle) {
      return glm::vec2(radius_here, height + rise * std::cos(points * angle));
    });
  };
  const Lathe::Ring outside = rim(radius), inside = rim(radius - thickness);
  lathe.band(ring, outside);
  lathe.band(outside, inside);
  return lathe.turn(inside, std::vector<glm::vec2>{{radius - 2.0f * thickness, height - 2.2f}});
}

void add_cross(Lathe& lathe, const Lathe::Ring& ring, float height) {
  constexpr float half_thickness = 1.5f;
  // Its outline around the right, the top and the left, from the foot: (x, height).
  const std::vector<glm::vec2> outline{{1.9f, 0.0f},  {1.3f, 4.6f},  {4.6f, 3.8f},   {4.6f, 8.2f},
                                       {1.3f, 7.4f},  {1.9f, 11.5f}, {-1.9f, 11.5f}, {-1.3f, 7.4f},
                                       {-4.6f, 8.2f}, {-4.6f, 3.8f}, {-1.3f, 4.6f},  {-1.9f, 0.0f}};
  std::vector<glm::vec3>& positions = lathe.mesh.positions_m;
  std::vector<unsigned> front, back;
  for (const glm::vec2& p : outline) {
    front.push_back(static_cast<unsigned>(positions.size()));
    positions.emplace_back(p.x, height + p.y, -half_thickness);
    back.push_back(static_cast<unsigned>(positions.size()));
    positions.emplace_back(p.x, height + p.y, half_thickness);
  }
  for (const glm::uvec3& t : triangulated(front, positions)) {
    lathe.mesh.triangles.emplace_back(t.x, t.z, t.y);
    lathe.mesh.triangles.emplace_back(t.x + 1, t.y + 1, t.z + 1);
  }
  for (std::size_t i = 0; i + 1 < front.size(); ++i) {
    lathe.mesh.triangles.emplace_back(front[i], back[i + 1], back[i]);
    lathe.mesh.triangles.emplace_back(front[i], front[i + 1], back[i + 1]);
  }
  lathe.bridge(ring, {front.front(), back.front(), back.back(), front.back()});
}

}  // namespace limber
