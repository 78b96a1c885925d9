#include "app/bench/paper_matrices.h"

#include <cmath>

#include "scenes/scene.h"
#include "sim/fem/fem_system.h"
#include "sim/sparse/cloth_links.h"

namespace limber {

namespace {

Pattern scene_pattern(const char* scene) {
  Exec serial(Solver::serial);
  const std::unique_ptr<World> simulation = open_scene(scene).build(serial);
  return simulation->system<FemSystem>().pattern();
}

/// A closed chain of ball joints, and nodes where a body has many of them: the dimension, the
/// non-zeros and the longest and shortest rows of the paper's bridge.
Pattern bridge_pattern() {
  constexpr int joints = 13850, hubs = 346, links_of_hub = 12, far = 4151;
  std::vector<std::pair<int, int>> entries;
  const auto link = [&](int a, int b) {
    entries.emplace_back(a, b);
    entries.emplace_back(b, a);
  };
  for (int i = 0; i < joints; ++i) link(i, (i + 1) % joints);
  for (int n = 0; n < far; ++n) {
    const int hub = n / links_of_hub * (joints / hubs) + links_of_hub;
    const int k = n % links_of_hub;
    link(hub, k % 2 == 0 ? hub + 2 + k / 2 : hub - 2 - k / 2);
  }
  return pattern_of(joints, std::move(entries));
}

}  // namespace

std::vector<PaperMatrix> paper_matrices() {
  return {{"Bridge", "a chain of joints", {41550, 448668, 42, 6, 7.8}, 3.6, bridge_pattern()},
          {"Pensatore",
           "the bunny of fem/linear",
           {38379, 1590165, 69, 15, 38.4},
           10.8,
           scene_pattern("fem/linear")},
          {"Armadillo",
           "the creature of fem/quadratic",
           {46812, 3620142, 312, 27, 75.3},
           13.2,
           scene_pattern("fem/quadratic")},
          {"Cloth",
           "the paper's springs",
           {76800, 3865140, 48, 18, 47.3},
           0.4,
           cloth_pattern(160, 160)},
          {"Bunny",
           "the bunny of fem/bunny-quadratic",
           {226284, 18109026, 552, 27, 77.0},
           12.8,
           scene_pattern("fem/bunny-quadratic")}};
}

std::vector<float> spring_values(const Pattern& pattern) {
  std::vector<float> values(static_cast<std::size_t>(pattern.entries()) * 9, 0.0f);
  for (int r = 0; r < pattern.rows(); ++r) {
    const int diagonal = pattern.find(r, r);
    for (int c = 0; c < 3; ++c) values[9 * diagonal + 4 * c] += 0.01f;
    for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e) {
      if (e == diagonal) continue;
      const auto pair = static_cast<float>(r + pattern.columns[e]);  // the same from both ends
      const float way[3] = {std::sin(pair), std::cos(pair), std::sin(1.7f * pair)};
      for (int a = 0; a < 3; ++a) {
        for (int c = 0; c < 3; ++c) {
          const float spring = way[a] * way[c] + (a == c ? 0.1f : 0.0f);
          values[9 * e + 3 * a + c] = -spring;
          values[9 * diagonal + 3 * a + c] += spring;
        }
      }
    }
  }
  return values;
}

std::vector<float> diagonal_of(const Pattern& pattern, const std::vector<float>& values) {
  std::vector<float> diagonal;
  for (int r = 0; r < pattern.rows(); ++r)
    for (int c = 0; c < 3; ++c) diagonal.push_back(values[9 * pattern.find(r, r) + 4 * c]);
  return diagonal;
}

std::vector<float> any_vector(int size) {
  std::vector<float> x(size);
  for (int i = 0; i < size; ++i) x[i] = std::sin(static_cast<float>(i));
  return x;
}

}  // namespace limber
