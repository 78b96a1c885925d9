#include "scenes/pile_crowds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "kernels/rotation.h"

namespace limber {

namespace {

constexpr int body_bits = 24;  // of the 10 million bodies that there may be
constexpr std::uint64_t body_mask = (std::uint64_t{1} << body_bits) - 1;

/// A cell as wide as a sphere, mixed to 40 bits, and the body that has a sphere there.
std::uint64_t entry_of(const glm::vec3& x_m, float diameter_m, std::size_t body) {
  const glm::ivec3 cell(glm::floor(x_m / diameter_m));
  std::uint64_t mixed = std::bit_cast<std::uint32_t>(diameter_m);
  for (int axis = 0; axis < 3; ++axis) {
    mixed = (mixed ^ static_cast<std::uint32_t>(cell[axis])) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
  }
  return (mixed & ~body_mask) | body;
}

/// Sorted, each once.
std::vector<std::uint64_t> entries_of(const PilesModel& model) {
  std::vector<std::uint64_t> entries;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const PileBody& body = model.bodies[i];
    const SphereBody& spheres = model.kinds[body.kind].body;
    for (const glm::vec3& center_m : spheres.centers_m)
      entries.push_back(entry_of(body.pose.position_m + rotated(body.pose.quaternion, center_m),
                                 spheres.diameter_m, i));
  }
  std::ranges::sort(entries);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return entries;
}

}  // namespace

void check_crowds(const PilesModel& model, const std::vector<int>& first_bodies,
                  const std::vector<Read<PileTable>>& piles) {
  constexpr std::ptrdiff_t max_bodies = 64;  // in a cell
  constexpr std::size_t min_pairs = 20'000, pairs_of_sphere = 2;
  const std::vector<std::uint64_t> entries = entries_of(model);
  const std::size_t max_pairs = std::max(min_pairs, pairs_of_sphere * entries.size());
  const auto fail = [&](std::uint64_t entry, const std::string& what) {
    const auto body = static_cast<int>(entry & body_mask);
    const auto table = std::ranges::upper_bound(first_bodies, body) - first_bodies.begin() - 1;
    piles[table].reader.fail("step_m", what + "; set a larger step_m or jitter_m");
  };
  std::size_t pairs = 0;
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto end = std::find_if(begin, entries.end(),
                                  [&](std::uint64_t e) { return (e ^ *begin) > body_mask; });
    const std::ptrdiff_t bodies = end - begin;
    if (bodies > max_bodies)
      fail(*std::prev(end), fmt::format("puts {} bodies where there is room for one sphere, but at "
                                        "most {} can be there",
                                        bodies, max_bodies));
    pairs += static_cast<std::size_t>(bodies) * (bodies - 1) / 2;
    if (pairs > max_pairs)
      fail(*std::prev(end), "puts bodies so deep into each other that steps would take too long");
    begin = end;
  }
}

}  // namespace limber
