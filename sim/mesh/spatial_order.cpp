#include "sim/mesh/spatial_order.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace limber {

namespace {

/// The lowest 21 bits of x, with two zeros inserted between each.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x1f00000000ffffu;
  x = (x | x << 16) & 0x1f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

std::vector<std::uint64_t> morton_codes(const std::vector<glm::vec3>& x) {
  glm::vec3 low(INFINITY), high(-INFINITY);
  for (const glm::vec3& p : x) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const glm::vec3 extent = high - low;
  const float largest = std::max({extent.x, extent.y, extent.z, 1e-30f});
  std::vector<std::uint64_t> codes;
  codes.reserve(x.size());
  for (const glm::vec3& p : x) {
    const glm::vec3 cell = (p - low) / largest * 2097151.0f;
    codes.push_back(spread(static_cast<std::uint64_t>(cell.x)) |
                    spread(static_cast<std::uint64_t>(cell.y)) << 1 |
                    spread(static_cast<std::uint64_t>(cell.z)) << 2);
  }
  return codes;
}

}  // namespace

std::vector<int> spatial_order(const std::vector<glm::vec3>& positions_m) {
  const std::vector<std::uint64_t> codes = morton_codes(positions_m);
  std::vector<int> order(positions_m.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return codes[i]; });
  return order;
}

TetraMesh in_spatial_order(const TetraMesh& mesh) {
  const std::vector<int> order = spatial_order(mesh.positions_m);
  TetraMesh result;
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<int>(i);
    result.positions_m.push_back(mesh.positions_m[order[i]]);
  }
  for (const glm::ivec4& t : mesh.tetrahedra)
    result.tetrahedra.emplace_back(place[t.x], place[t.y], place[t.z], place[t.w]);
  const auto lowest = [](const glm::ivec4& t) { return std::min({t.x, t.y, t.z, t.w}); };
  std::stable_sort(result.tetrahedra.begin(), result.tetrahedra.end(),
                   [&](const glm::ivec4& a, const glm::ivec4& b) { return lowest(a) < lowest(b); });
  return result;
}

}  // namespace limber
