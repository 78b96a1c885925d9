// Edge flips for even valences: [Botsch04, section 4].

#include "sim/mesh/even_valence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "sim/mesh/box_tree.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

constexpr int max_valence_rounds = 40;
constexpr int min_edges = 4;        ///< a vertex with no more does not lose any
constexpr double min_cosine = 0.7;  ///< between the normals of any two triangles before and after
constexpr double thin = 0.3;        ///< shape below which a triangle has a cost
constexpr double thin_cost = 20.0;  ///< max. of that cost
constexpr double needle = 0.05;     ///< shape too small for a normal; not made from better ones

/// Cost of a valence. The sixth power makes one vertex of high valence worse than many that are
/// slightly uneven.
double cost(int valence) {
  const double off = valence - 6;
  return off * off + off * off * off * off * off * off;
}

/// 1 for an equilateral triangle, 0 for a degenerate one.
double triangle_shape(const std::array<glm::dvec3, 3>& x, const glm::dvec3& normal) {
  const auto side2 = [&](int k) {
    const glm::dvec3 side = x[(k + 1) % 3] - x[k];
    return glm::dot(side, side);
  };
  return 2.0 * std::sqrt(3.0) * glm::length(normal) / (side2(0) + side2(1) + side2(2));
}

/// Flips edges, given as sides (see EdgeUse::side).
class Turner {
 public:
  explicit Turner(TriangleMesh& mesh)
      : mesh_(mesh),
        valence_(mesh.positions_m.size(), 0),
        across_(3 * mesh.triangles.size(), -1),
        touched_(mesh.triangles.size(), 0) {
    each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
      across_[uses[0].side] = uses[1].side;
      across_[uses[1].side] = uses[0].side;
    });
    for (const glm::uvec3& t : mesh.triangles)
      for (int k = 0; k < 3; ++k) ++valence_[t[k]];
  }

  /// Flips edges with a gain, at most one per triangle. Returns the sides of the flipped edges.
  std::vector<int> turn_round() {
    std::fill(touched_.begin(), touched_.end(), 0);
    std::vector<std::pair<double, int>> worth;
    for (int side = 0; side < static_cast<int>(across_.size()); ++side)
      if (const double g = side < across_[side] ? gain(side) : 0.0; g > 0.0)
        worth.emplace_back(-g, side);
    std::sort(worth.begin(), worth.end());
    std::vector<int> turned;
    for (const auto& [_, side] : worth) {
      const int t = side / 3, u = across_[side] / 3;
      if (touched_[t] || touched_[u] || gain(side) <= 0.0) continue;
      touched_[t] = touched_[u] = 1;
      turn(side);
      turned.push_back(3 * t + 1);
    }
    return turned;
  }

  /// Flips an edge of turn_round() back, permanently.
  void turn_back(int side) {
    turn(side);
    kept_.insert(edge(side));
  }

  int across(int side) const { return across_[side]; }

 private:
  unsigned corner(int side) const { return mesh_.triangles[side / 3][side % 3]; }
  static int next(int side) { return side % 3 == 2 ? side - 2 : side + 1; }

  std::pair<unsigned, unsigned> edge(int side) const {
    return std::minmax({corner(side), corner(next(side))});
  }

  /// The ends of the edge, then those of the flipped edge.
  std::array<unsigned, 4> corners(int side) const {
    const int other = across_[side];
    return {corner(side), corner(next(side)), corner(next(next(side))), corner(next(next(other)))};
  }

  /// Whether there is an edge from the first corner of side `from` to d.
  bool joined(int from, unsigned d) const {
    int side = from;
    do {
      if (corner(next(side)) == d) return true;
      side = next(across_[side]);
    } while (side != from);
    return false;
  }

  /// The reduction of cost by flipping an edge; 0 if it must not be flipped.
  double gain(int side) const {
    const auto [a, b, c, d] = corners(side);
    if (c == d || std::min(valence_[a], valence_[b]) <= min_edges || kept_.contains(edge(side)))
      return 0.0;
    const auto change = [&](unsigned v, int by) {
      return cost(valence_[v]) - cost(valence_[v] + by);
    };
    double result = change(a, -1) + change(b, -1) + change(c, 1) + change(d, 1);
    if (result <= -2.0 * thin_cost) return 0.0;
    const std::array<std::array<unsigned, 3>, 4> four{{{a, b, c}, {b, a, d}, {a, d, c}, {d, b, c}}};
    std::array<glm::dvec3, 4> normal;
    std::array<double, 4> shape;
    for (int i = 0; i < 4; ++i) {
      const std::array<glm::dvec3, 3> x{mesh_.positions_m[four[i][0]],
                                        mesh_.positions_m[four[i][1]],
                                        mesh_.positions_m[four[i][2]]};
      normal[i] = glm::cross(x[1] - x[0], x[2] - x[0]);
      shape[i] = triangle_shape(x, normal[i]);
      result += (i < 2 ? thin_cost : -thin_cost) * std::max(0.0, 1.0 - shape[i] / thin);
      for (int j = 0; j < i; ++j)
        if (std::min(shape[i], shape[j]) > needle &&
            !(glm::dot(normal[i], normal[j]) >
              min_cosine * glm::length(normal[i]) * glm::length(normal[j])))
          return 0.0;
    }
    const bool fit = std::min(shape[2], shape[3]) > std::min({needle, shape[0], shape[1]});
    return fit && !joined(next(next(side)), d) ? result : 0.0;
  }

  void turn(int side) {
    const int other = across_[side];
    const auto [a, b, c, d] = corners(side);
    const int bc = across_[next(side)], ca = across_[next(next(side))];
    const int ad = across_[next(other)], db = across_[next(next(other))];
    const int t = side / 3, u = other / 3;
    mesh_.triangles[t] = {a, d, c};
    mesh_.triangles[u] = {d, b, c};
    const auto pair = [&](int s, int o) {
      across_[s] = o;
      across_[o] = s;
    };
    pair(3 * t, ad);
    pair(3 * t + 1, 3 * u + 2);
    pair(3 * t + 2, ca);
    pair(3 * u, db);
    pair(3 * u + 1, bc);
    --valence_[a], --valence_[b], ++valence_[c], ++valence_[d];
  }

  TriangleMesh& mesh_;
  std::vector<int> valence_;
  std::vector<int> across_;                       ///< of each side: the opposite half-edge
  std::set<std::pair<unsigned, unsigned>> kept_;  ///< edges whose flips cause crossings
  std::vector<char> touched_;                     ///< of each triangle, in this round
};

/// Flips edges of crossing triangles back until nothing crosses.
void turn_crossing_back(Turner& turner, const TriangleMesh& mesh, std::vector<int> turned,
                        Progress& progress) {
  for (;;) {
    std::vector<int> changed;
    std::vector<int> edge_of(mesh.triangles.size(), -1);
    for (int side : turned)
      for (int s : {side, turner.across(side)}) {
        changed.push_back(s / 3);
        edge_of[s / 3] = side;
      }
    const auto pairs = crossings(mesh, BoxTree(boxes_of(mesh)), changed, progress);
    if (pairs.empty()) return;
    std::vector<int> bad;
    for (const auto& [i, j] : pairs)
      for (int t : {i, j})
        if (edge_of[t] >= 0) bad.push_back(edge_of[t]);
    std::sort(bad.begin(), bad.end());
    bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
    for (int side : bad) turner.turn_back(side);
    std::erase_if(turned,
                  [&](int side) { return std::binary_search(bad.begin(), bad.end(), side); });
  }
}

}  // namespace

TriangleMesh even_valence(TriangleMesh mesh, Progress& progress) {
  Turner turner(mesh);
  for (int round = 0; round < max_valence_rounds; ++round) {
    progress.report(fmt::format("evening out {} triangles", mesh.triangles.size()),
                    static_cast<float>(round) / max_valence_rounds);
    const std::vector<int> turned = turner.turn_round();
    if (turned.empty()) break;
    turn_crossing_back(turner, mesh, turned, progress);
  }
  return mesh;
}

}  // namespace limber
