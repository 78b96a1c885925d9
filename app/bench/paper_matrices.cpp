#include "app/bench/paper_matrices.h"

#include <array>
#include <cmath>

#include "sim/sparse/cloth_links.h"

namespace limber {

namespace {

/// As meshers do: the nodes of edges come after those of vertices.
void number_corners_first(std::vector<int>& corners, int nodes) {
  std::vector<int> number(nodes, -1);
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (i % 10 < 4) number[corners[i]] = 0;
  int next = 0;
  for (int& n : number)
    if (n == 0) n = next++;
  for (int& n : number)
    if (n < 0) n = next++;
  for (int& corner : corners) corner = number[corner];
}

/// The tetrahedra of Kuhn (1960), six a cube, on a box of cubes. quadratic: with a node on the
/// middle of every edge too, which together with the corners are all points of a grid twice as
/// fine.
Pattern box_pattern(int nx, int ny, int nz, bool quadratic) {
  const int fine = quadratic ? 2 : 1;
  const auto node = [&](const std::array<int, 3>& p) {
    return (p[2] * (fine * ny + 1) + p[1]) * (fine * nx + 1) + p[0];
  };
  constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::vector<int> corners;
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        for (const auto& order : orders) {
          // From one corner of the cube to the opposite one, along each axis once.
          std::array<std::array<int, 3>, 4> at;
          at[0] = {x * fine, y * fine, z * fine};
          for (int k = 0; k < 3; ++k) {
            at[k + 1] = at[k];
            at[k + 1][order[k]] += fine;
          }
          for (const auto& corner : at) corners.push_back(node(corner));
          if (!quadratic) continue;
          for (int a = 0; a < 4; ++a)
            for (int b = a + 1; b < 4; ++b)
              corners.push_back(node({(at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2,
                                      (at[a][2] + at[b][2]) / 2}));
        }
      }
    }
  }
  const int nodes = (fine * nx + 1) * (fine * ny + 1) * (fine * nz + 1);
  if (quadratic) number_corners_first(corners, nodes);
  return pattern_of_elements(nodes, corners, quadratic ? 10 : 4);
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
  return {{"Bridge", "a chain of joints", bridge_pattern()},
          {"Pensatore", "a box of linear tetrahedra", box_pattern(22, 22, 23, false)},
          {"Armadillo", "a box of quadratic tetrahedra", box_pattern(12, 12, 12, true)},
          {"Cloth", "the paper's springs", cloth_pattern(160, 160)},
          {"Bunny", "a box of quadratic tetrahedra", box_pattern(20, 21, 21, true)}};
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
